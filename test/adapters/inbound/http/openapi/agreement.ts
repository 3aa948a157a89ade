import { expect } from 'chai';
import * as fc from 'fast-check';
import { seed } from '../../../../support/inputs/seed.js';

type Sides = {
  /** What is generated, mostly near the borders. */
  readonly values: fc.Arbitrary<unknown>;
  readonly schema: (value: unknown) => boolean;
  readonly codec: (value: unknown) => boolean | Promise<boolean>;
  /** Values on which the two differ, for a reason that is written beside it. */
  readonly except?: (value: unknown) => boolean;
};

/** Fails on the smallest value that the schema takes and the codec refuses, or the reverse; and when all were on one side. */
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
