import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Param, refuseParam } from '../params/param.js';
import { text } from '../params/primitives.js';

/** What the numbers of a customer's invoices begin with. */
export const invoicePrefix: Param<string> = {
  read: (value, name) =>
    pipe(
      text.read(value, name),
      E.flatMap((prefix) =>
        /^[A-Z0-9]{3,12}$/.test(prefix)
          ? E.right(prefix)
          : refuseParam(`Invalid ${name}: must be 3 to 12 capital letters or digits`, name),
      ),
    ),
};
