import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';
import type { WireValue } from './wire-value.js';

/** Several values: `name[]=a&name[]=b`, or with numbers in the brackets. */
export const listOf = <A>(item: Param<A>): Param<ReadonlyArray<A>> => ({
  read: (value: WireValue, name) =>
    Array.isArray(value)
      ? pipe(
          value,
          RA.traverseWithIndex(E.Applicative)((index, one: WireValue) =>
            item.read(one, `${name}[${index}]`),
          ),
        )
      : refuseParam('Invalid array', name),
});
