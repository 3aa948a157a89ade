import * as E from 'fp-ts/lib/Either.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 3
    ? words.join(' or ')
    : `${words.slice(0, -1).join(', ')}, or ${words.slice(-1).join('')}`;

/** One of these words. */
export const oneOf = <const W extends string>(...words: ReadonlyArray<W>): Param<W> => ({
  read: (value, name) => {
    const known = words.find((word) => word === value);
    return known === undefined
      ? refuseParam(`Invalid ${name}: must be one of ${listed(words)}`, name)
      : E.right(known);
  },
});
