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

type Branch<A> = { readonly branches: Map<string, Branch<A>>; child?: A };

/** Makes what belongs to some labels once, the first time that it is asked for. */
export const childrenOf = <A>(
  make: (...values: ReadonlyArray<string>) => A,
): ((...values: ReadonlyArray<string>) => A) => {
  const root: Branch<A> = { branches: new Map() };
  return (...values) => {
    let branch = root;
    for (const value of values) {
      let next = branch.branches.get(value);
      if (next === undefined) {
        next = { branches: new Map() };
        branch.branches.set(value, next);
      }
      branch = next;
    }
    branch.child ??= make(...values);
    return branch.child;
  };
};
