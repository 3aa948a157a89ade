import { expect } from 'chai';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import { createOpenApiDocument } from '../../../../../src/adapters/inbound/http/openapi/create-open-api-document.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import type { JsonSchema } from '../../../../../src/domain/input/field.js';
import { at } from '../../../../support/json/at.js';
import { compileSchema, operationsOf } from './document-schemas.js';

const document = createOpenApiDocument({ version: '0.0.0', examples });

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;

const keysOf = (value: unknown): ReadonlyArray<string> =>
  isSchema(value) ? Object.keys(value) : [];

// Resolves a reference.
const resolved = (value: unknown): unknown => {
  const reference = at(value, '$ref');
  if (typeof reference !== 'string') return value;
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (isSchema(inner) ? inner[key] : undefined), document);
};

const json = (value: unknown): unknown => at(value, 'content.application/json');

/** The schema of a body, its examples, and their place in the document. */
const bodies = operationsOf(document).flatMap(({ method, path, operation }) => [
  ...(at(operation, 'requestBody') === undefined
    ? []
    : [{ place: `${method} ${path}`, body: json(at(operation, 'requestBody')) }]),
  ...keysOf(at(operation, 'responses')).map((status) => ({
    place: `${status} of ${method} ${path}`,
    body: json(resolved(at(operation, `responses.${status}`))),
  })),
]);

describe('The examples of the document', () => {
  for (const { place, body } of bodies) {
    it(`exist and match the schema for ${place}`, () => {
      const schema = at(body, 'schema');
      const references = at(body, 'examples');
      const values = isSchema(references)
        ? Object.values(references).map((reference) => at(resolved(reference), 'value'))
        : [at(body, 'example')];
      expect(values.length).to.be.greaterThan(0);
      const takes = compileSchema(isSchema(schema) ? schema : {}, document);
      for (const value of values) {
        expect(value).not.to.equal(undefined);
        expect(takes(value), JSON.stringify(value)).to.equal(true);
      }
    });
  }

  it('show every operation and each of its own failures', () => {
    const shown = examples.map(({ operation, status }) => `${status} ${operation}`);
    for (const { operation, status, failures = [] } of Object.values(api)) {
      for (const one of [status, ...failures]) expect(shown).to.include(`${one} ${operation}`);
    }
  });
});
