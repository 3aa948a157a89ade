import * as E from 'fp-ts/lib/Either.js';
import type { Param } from './param.js';

/** A parameter whose empty text takes the value away. */
export const unsettable = <A>(param: Param<A>): Param<A | ''> => ({
  read: (value, name) => (value === '' ? E.right('') : param.read(value, name)),
});
