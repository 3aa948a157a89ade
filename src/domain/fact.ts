/** A fact about every value of a kind, or one that depends on the value. */
export type Fact<V, A> = A | ((value: V) => A);

/** The fact about this value. */
export const factOf = <V, A extends string | number | null | undefined>(
  fact: Fact<V, A>,
  value: V,
): A => (typeof fact === 'function' ? fact(value) : fact);
