/** An expiry year that is always in the future. */
export const cardYear = new Date().getUTCFullYear() + 3;
