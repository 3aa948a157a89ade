import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Param, refuseUrl } from '../params/param.js';
import { text } from '../params/primitives.js';

/** A URL that can be called. The processor takes none of a private network: this one does, to be of use on a desk. */
export const endpointUrl: Param<string> = {
  read: (value, name) =>
    pipe(
      text.read(value, name),
      E.flatMap((url) =>
        /^https?:\/\//i.test(url) && URL.canParse(url) ? E.right(url) : refuseUrl(url, name),
      ),
    ),
};
