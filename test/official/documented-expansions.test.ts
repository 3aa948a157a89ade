import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { engineOperations } from '../../src/simulator/engine/operations.js';
import { documentedExpansions } from './documented-expansions.js';
import { idsOfPath, officialDocuments } from './official-document.js';
import { objectSchema } from './shapes-of.js';

const otherKinds = ['bancontact', 'ideal', 'sepa_debit', 'sofort'];
const isOfOtherKind = (field: string): boolean =>
  field.split('.').some((part) => otherKinds.includes(part));

describe('the fields that Stripe lets a caller expand', () => {
  const all = Object.values(engineOperations);
  const given = new Set<unknown>(all.map(({ returns }) => returns));
  const retrievals = all.filter(({ method, path }) => method === 'GET' && /:\w+$/.test(path));

  for (const document of Object.values(officialDocuments)) {
    it(`are expanded, except those of other payment methods: ${document.info.version}`, () => {
      const asked = retrievals.flatMap(({ returns, path, read }) =>
        documentedExpansions(document, objectSchema(document, returns), given).map((field) => ({
          field: `${returns}.${field}`,
          outcome: read({ ...idsOfPath(path), expand: [field] }),
        })),
      );
      expect(asked.length).to.be.greaterThan(20);
      const refused = asked.filter(({ outcome }) => E.isLeft(outcome)).map(({ field }) => field);
      expect(refused.filter((field) => !isOfOtherKind(field))).to.deep.equal([]);
    });
  }
});
