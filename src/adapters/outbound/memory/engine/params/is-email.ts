// No part can match what another part matches: the time that it takes grows with the text, not with its square.
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Whether a text is written as an email address is. */
export const isEmail = (text: string): boolean => email.test(text);
