import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { Param } from './param.js';
import { refuseEmpty } from './refuse-empty.js';
import { refuseParam } from './refuse-param.js';
import type { WireValue } from './wire-value.js';

const isIndex = (key: string): boolean => /^(?:0|[1-9][0-9]*)$/.test(key);

/** What a form says of several values, in their order; `null` where it says something else. */
const itemsOf = (value: WireValue): ReadonlyArray<WireValue> | null => {
  if (typeof value === 'string') return null;
  // Keys that are array indices come in their order, whatever the order in the form was.
  return Object.keys(value).every(isIndex) ? Object.values(value) : null;
};

/** Several values: `name[]=a&name[]=b`, or with numbers in the brackets. */
export const listOf = <A>(item: Param<A>): Param<ReadonlyArray<A>> => ({
  read: (value, name) => {
    if (value === '') return refuseEmpty(name);
    const items = itemsOf(value);
    return items === null
      ? refuseParam('Invalid array', name)
      : pipe(
          items,
          RA.traverseWithIndex(E.Applicative)((index, one) => item.read(one, `${name}[${index}]`)),
        );
  },
});
