/**
 * Bounds the values of a label: the first `most` different ones stay, all others become `other`. Each value is a series that
 * Prometheus stores.
 */
export const boundedValues = (most: number): ((value: string) => string) => {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
};

/** Makes a counter or histogram of some labels once, because finding it takes longer than counting. */
export const childrenOf = <A>(
  make: (...values: ReadonlyArray<string>) => A,
): ((...values: ReadonlyArray<string>) => A) => {
  const children = new Map<string, A>();
  return (...values) => {
    const name = values.join('\n');
    const known = children.get(name);
    if (known !== undefined) return known;
    const child = make(...values);
    children.set(name, child);
    return child;
  };
};
