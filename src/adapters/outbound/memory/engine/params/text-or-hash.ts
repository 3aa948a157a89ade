import type { Param } from './param.js';
import type { WireValue } from './wire-value.js';

/** A parameter that may be text or a hash: which of the two reads it follows from what is given. */
export const textOrHash = <A, B>(ofText: Param<A>, ofHash: Param<B>): Param<A | B> => ({
  read: (value: WireValue, name) =>
    typeof value === 'string' ? ofText.read(value, name) : ofHash.read(value, name),
});
