import { expect } from 'chai';
import * as fc from 'fast-check';
import { seed } from '../../../../support/inputs/seed.js';

type Sides = {
  /** The generated values, mostly near the limits. */
  readonly values: fc.Arbitrary<unknown>;
  readonly schema: (value: unknown) => boolean;
  readonly codec: (value: unknown) => boolean | Promise<boolean>;
  /** Values on which the two may differ. */
  readonly except?: (value: unknown) => boolean;
};

/** Fails on the smallest value on which schema and codec disagree, and when all values were accepted or all refused. */
export const expectAgreement = async (
  { values, schema, codec, except = () => false }: Sides,
  numRuns: number,
): Promise<void> => {
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      fc.pre(!except(value));
      const accepted = await codec(value);
      seen[accepted ? 'accepted' : 'refused'] += 1;
      expect(schema(value), `${JSON.stringify(value)}: schema`).to.equal(accepted);
    }),
    { seed, numRuns },
  );
  expect(seen.accepted, 'accepted values').to.be.greaterThan(0);
  expect(seen.refused, 'refused values').to.be.greaterThan(0);
};

/**
 * Amounts in euros that the schema accepts and the codec refuses: with more than two decimals, which a schema cannot express for
 * numbers (validators divide floats), or with more significant digits than JavaScript keeps.
 */
export const isBeyondFloats = (value: unknown): boolean =>
  typeof value === 'number' &&
  (/\.\d{3,}|e-/.test(String(value)) || /\d{16}/.test(String(value).replace('.', '')));

/** The page limit refuses no value (decision P9); its schema describes the useful ones. */
export const refusesNothing = (fieldName: string): boolean => fieldName === 'PageLimit';

/** An empty query parameter (`?limit=`) counts as absent, whatever its schema says. */
export const isNotFilledIn = (value: unknown): boolean => value === '';
