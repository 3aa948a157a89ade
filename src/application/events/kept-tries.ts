/** How many tries of an event are kept: the latest. */
export const keptTries = 50;
