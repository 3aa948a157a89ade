/** A year in which a card is good, whenever the tests run. */
export const cardYear = new Date().getUTCFullYear() + 3;
