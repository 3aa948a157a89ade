import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ReturnUrl } from '../../../../../domain/return-url.js';
import { type Param, refuseUrl } from '../params/param.js';
import { text } from '../params/primitives.js';

/** Where the customer comes back to: a page or an application. */
export const returnUrlParam: Param<string> = {
  read: (value, name) =>
    pipe(
      text.read(value, name),
      E.flatMap((url) => (ReturnUrl.is(url) ? E.right(url) : refuseUrl(url, name))),
    ),
};
