import * as t from 'io-ts';

/** The codec's values, or `null`. */
export const nullable = <C extends t.Mixed>(codec: C): t.UnionC<[C, t.NullC]> =>
  t.union([codec, t.null]);
