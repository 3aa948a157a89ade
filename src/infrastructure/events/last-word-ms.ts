/** How long a handler that is told to give up has to say how its try ended. */
export const lastWordMs = 1000;
