import type { Bounds } from './bounds.js';

const isOutside = (value: unknown, { from, to }: Bounds): boolean =>
  value !== undefined && !(Number.isInteger(value) && Number(value) >= from && Number(value) <= to);

/** What is wrong with the options that stand together under a name: those that there are, and those that are numbers. */
export const optionsProblems = (
  of: string,
  options: unknown,
  names: object,
  numbers: { readonly [name: string]: Bounds },
): ReadonlyArray<string> => {
  if (options === undefined) return [];
  if (typeof options !== 'object' || options === null) return [`${of} must be an object`];
  const given: { readonly [name: string]: unknown } = { ...options };
  return [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(names, name))
      .map((name) => `there is no option ${of}.${name}`),
    ...Object.entries(numbers)
      .filter(([name, bounds]) => isOutside(given[name], bounds))
      .map(([name, { from, to }]) => `${of}.${name} must be a whole number from ${from} to ${to}`),
  ];
};
