const isHash = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null;

/**
 * Where a JSON pointer leads, told from the innermost processor object on the way: the outcome of a charge that was
 * expanded in an intent is `charge.outcome`.
 */
export const placeOf = (answer: unknown, pointer: string): string => {
  const start = { value: answer, place: '' };
  const name = (value: unknown): string | undefined =>
    isHash(value) && typeof value['object'] === 'string' ? value['object'] : undefined;
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      ({ value, place }, step) => {
        const inner = isHash(value) ? value[step] : undefined;
        const shown = Array.isArray(value) ? '*' : step;
        return { value: inner, place: name(inner) ?? `${place}.${shown}` };
      },
      { ...start, place: name(answer) ?? '' },
    )
    .place.replace(/^\./, '');
};
