import { redact } from './redact.js';

const mostLetters = 60;

// However it is written: 4242.4242.4242.4242, card_4242424242424242.
const cardNumber = /\d(?:[^\p{L}\p{N}]{0,3}\d){12,}/gu;

/** The caller's name of a field, fit to be shown: it may hold a card number, or be as long as the request. */
export const showName = (name: string): string => {
  const oneLine = name.replace(/[\p{C}\p{Z}]+/gu, ' ');
  const text = redact(oneLine.replace(cardNumber, '[number]'));
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
};
