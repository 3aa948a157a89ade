import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { engineOperations } from '../../src/simulator/engine/operations.js';
import { documentedExpansions } from './documented-expansions.js';
import { idsOfPath, officialDocuments } from './official-document.js';
import { objectSchema, shapesOf } from './shapes-of.js';

describe('the fields that Stripe lets a caller expand', () => {
  const all = Object.values(engineOperations);
  const given = new Set<unknown>(all.map(({ returns }) => returns));
  const retrievals = all.filter(({ method, path }) => method === 'GET' && /:\w+$/.test(path));

  for (const document of Object.values(officialDocuments)) {
    it(`are expanded: ${document.info.version}`, () => {
      const asked = retrievals.flatMap(({ returns, path, read }) =>
        documentedExpansions(document, objectSchema(document, returns), given).map((field) => ({
          field: `${returns}.${field}`,
          outcome: read({ ...idsOfPath(path), expand: [field] }),
        })),
      );
      expect(asked.length).to.be.greaterThan(20);
      const refused = asked.filter(({ outcome }) => E.isLeft(outcome)).map(({ field }) => field);
      expect(refused).to.deep.equal([]);
    });
  }

  it('are accepted, also those of which nothing is simulated', () => {
    const document = officialDocuments.api;
    const asked = retrievals.flatMap(({ returns, path, read }) =>
      shapesOf({ document, schema: objectSchema(document, returns) })
        .flatMap(({ schema }) => schema['x-expandableFields'] ?? [])
        .map((field) => ({
          field: `${returns}.${field}`,
          outcome: read({ ...idsOfPath(path), expand: [field] }),
        })),
    );
    expect(asked.length).to.be.greaterThan(100);
    expect(
      asked.filter(({ outcome }) => E.isLeft(outcome)).map(({ field }) => field),
    ).to.deep.equal([]);
  });
});
