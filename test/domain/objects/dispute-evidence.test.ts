import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { DisputeEvidenceField } from '../../../src/domain/objects/dispute-evidence.js';

describe('the evidence of a dispute', () => {
  it('is a set of known texts', () => {
    const given = { shipping_carrier: 'Correos', uncategorized_text: '', receipt: undefined };
    expect(DisputeEvidenceField.refine(given)).to.deep.equal(
      E.right({ shipping_carrier: 'Correos', uncategorized_text: '' }),
    );
  });

  for (const [what, given, refusal] of [
    ['a text', 'sent by post', { _tag: 'NotA', expected: 'evidence' }],
    ['a list', [], { _tag: 'NotA', expected: 'evidence' }],
    [
      'a name that the bank would not get',
      { shipping_traking_number: 'ES1' },
      {
        _tag: 'Within',
        path: 'shipping_traking_number',
        refusal: { _tag: 'Unknown', nearest: 'shipping_tracking_number' },
      },
    ],
    [
      'a number',
      { service_date: 20_261_101 },
      { _tag: 'Within', path: 'service_date', refusal: { _tag: 'NotA', expected: 'text' } },
    ],
  ] as const) {
    it(`is not ${what}`, () => {
      expect(DisputeEvidenceField.refine(given)).to.deep.equal(E.left(refusal));
      expect(DisputeEvidenceField.is(given)).to.equal(false);
    });
  }
});
