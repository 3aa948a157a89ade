/**
 * The same object without any `client_secret`, at whatever depth: with one, whoever reads it could act in the
 * customer's name.
 */
export const withoutClientSecret = <A>(value: A): A => strip(value) as A;

const strip = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'client_secret' ? [] : [[key, strip(inner)]],
    ),
  );
};
