/** The value below which the given share of the values lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** The middle value, or the mean of the two in the middle. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.floor(last / 2)],
    sorted[Math.ceil(last / 2)],
  ];
  return (low + high) / 2;
};
