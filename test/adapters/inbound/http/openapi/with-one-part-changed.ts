import * as fc from 'fast-check';
import { jsonValue } from './json-values.js';

type Change = { readonly picks: ReadonlyArray<number>; readonly value: unknown };

const isBranch = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

const rebuild = (
  original: { readonly [key: string]: unknown },
  key: string,
  inner: unknown,
): unknown => {
  if (Array.isArray(original)) {
    const items: ReadonlyArray<unknown> = original;
    return items
      .map((item, index) => (String(index) === key ? inner : item))
      .filter((item) => item !== undefined);
  }
  return Object.fromEntries(
    Object.entries({ ...original, [key]: inner }).filter(([, value]) => value !== undefined),
  );
};

const change = (json: unknown, { picks, value }: Change): unknown => {
  const [pick, ...deeper] = picks;
  if (pick === undefined || !isBranch(json)) return value;
  const keys = Object.keys(json);
  const key = keys[pick % keys.length] ?? '';
  return rebuild(json, key, change(json[key], { picks: deeper, value }));
};

/** Some JSON with one part of it, at any depth, replaced by any value or left out. */
export const withOnePartChanged = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      values,
      fc.record({
        picks: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 5 }),
        value: fc.oneof(
          { weight: 3, arbitrary: jsonValue },
          { weight: 1, arbitrary: fc.constant(undefined) },
        ),
      }),
    )
    .map(([json, made]) => change(json, made));
