import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { Euros } from '../../../../../src/domain/money/money.js';
import { at } from '../../../../support/json/at.js';

// The committed document, with a validator that has its default settings.
const document: unknown = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const amount = at(
  at(document, 'paths./api/payments/create.post.requestBody.content.application/json.schema'),
  'properties.amount',
);

const isSchema = (value: unknown): value is object => typeof value === 'object' && value !== null;

describe('The schema of amounts in docs/openapi.json', () => {
  if (!isSchema(amount)) throw new Error('the document has no schema of amounts');
  const takes = new Ajv2020().compile(amount);

  it('accepts all 10 000 amounts from 0.01 to 100.00, as numbers and as strings, like the codec', () => {
    const refused: Array<number | string> = [];
    for (let cents = 1; cents <= 10_000; cents += 1) {
      const digits = String(cents).padStart(3, '0');
      const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      for (const value of [Number(text), text]) {
        if (!takes(value) || !E.isRight(Euros.refine(value))) refused.push(value);
      }
    }
    expect(refused).to.deep.equal([]);
  });

  for (const value of [
    0,
    -1,
    -0.01,
    0.001,
    '0',
    '0.00',
    '-1',
    '1.005',
    '6,95',
    '1e2',
    '',
    ' 1',
    true,
    null,
    [],
    {},
  ]) {
    it(`refuses ${JSON.stringify(value)}, like the codec`, () => {
      expect([takes(value), E.isRight(Euros.refine(value))]).to.deep.equal([false, false]);
    });
  }
});
