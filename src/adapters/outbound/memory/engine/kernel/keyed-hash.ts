import { createHmac } from 'node:crypto';

/** A hash that cannot be tested against guesses without the key. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
