import * as fc from 'fast-check';

/** Amounts in euros that a processor accepts, from one cent to the maximum, with the boundary values. */
export const arbitraryCents = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 1, max: 99_999_999 }),
    fc.integer({ min: 1, max: 10_000 }),
    fc.integer({ min: 99_990_000, max: 99_999_999 }),
    fc.integer({ min: 0, max: 7 }).chain((digits) =>
      fc.integer({
        min: Math.max(1, 10 ** digits - 2),
        max: Math.min(99_999_999, 10 ** digits + 2),
      }),
    ),
  );

/** The characters that an id may contain. */
export const arbitrarySafeId = (): fc.Arbitrary<string> =>
  fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);

/** Plain JSON values, also with keys such as `__proto__`. */
export const arbitraryJson = (): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.string(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.constantFrom('client_secret', '__proto__', 'constructor', 'id'), fc.string()),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  })).value;
