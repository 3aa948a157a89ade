import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redact } from '../../../../../domain/redact.js';
import { isEmail } from './is-email.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';
import { textUpTo } from './text.js';

const text = textUpTo(800);

/** Where a receipt goes. */
export const receiptEmail: Param<string> = {
  read: (value, name) =>
    pipe(
      text.read(value, name),
      E.flatMap((given) =>
        isEmail(given)
          ? E.right(given)
          : refuseParam(`Invalid email address: ${redact(given)}`, name, 'email_invalid'),
      ),
    ),
};
