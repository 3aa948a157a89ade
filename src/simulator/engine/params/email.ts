import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../domain/text/redact.js';
import { type Param, refuseParam } from './param.js';
import { textUpTo } from './primitives.js';

// No two parts match the same text, so that matching takes linear time.
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Whether a text has the form of an email address. */
export const isEmail = (text: string): boolean => email.test(text);

const upTo800 = textUpTo(800);

/** The email address that receives the receipt. */
export const receiptEmail: Param<string> = {
  read: (value, name) =>
    pipe(
      upTo800.read(value, name),
      E.flatMap((given) =>
        isEmail(given)
          ? E.right(given)
          : refuseParam(`Invalid email address: ${redact(given)}`, name, 'email_invalid'),
      ),
    ),
};
