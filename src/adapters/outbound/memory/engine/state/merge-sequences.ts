const nextOf = (source: Iterator<number, unknown>): number | undefined => {
  const step = source.next();
  return step.done === true ? undefined : step.value;
};

/** Ordered sequence numbers of several sources as one order. Each step costs the number of sources. */
export const mergeSequences = function* (
  sources: ReadonlyArray<Iterable<number>>,
  comesFirst: (one: number, other: number) => boolean,
): Iterable<number> {
  const heads = sources.flatMap((source) => {
    const rest = source[Symbol.iterator]();
    const value = nextOf(rest);
    return value === undefined ? [] : [{ value, rest }];
  });
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (comesFirst(head.value, best.value) ? head : best));
    yield first.value;
    const value = nextOf(first.rest);
    if (value === undefined) heads.splice(heads.indexOf(first), 1);
    else first.value = value;
  }
};
