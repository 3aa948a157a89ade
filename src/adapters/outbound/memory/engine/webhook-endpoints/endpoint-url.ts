import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Param } from '../params/param.js';
import { refuseParam } from '../params/refuse-param.js';
import { text } from '../params/text.js';

const invalid = 'url_invalid';

/** A URL that can be called. The processor takes none of a private network: this one does, to be of use on a desk. */
export const endpointUrl: Param<string> = {
  read: (value, name) =>
    pipe(
      text.read(value, name),
      E.flatMap((url) => {
        if (!/^https?:\/\//i.test(url)) {
          const message = 'Invalid URL: An explicit scheme (such as https) must be provided.';
          return refuseParam(message, name, invalid);
        }
        return URL.canParse(url) ? E.right(url) : refuseParam('Not a valid URL', name, invalid);
      }),
    ),
};
