import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../../../domain/redact.js';
import { type Param, refuseParam } from './param.js';
import { textUpTo } from './primitives.js';

// No part can match what another part matches: the time that it takes grows with the text, not with its square.
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Whether a text is written as an email address is. */
export const isEmail = (text: string): boolean => email.test(text);

const upTo800 = textUpTo(800);

/** Where a receipt goes. */
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
