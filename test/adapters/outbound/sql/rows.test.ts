import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeRow } from '../../../../src/adapters/outbound/sql/rows.js';

const decode = decodeRow(t.type({ id: t.string, attempts: t.number }, 'Thing'));

describe('decoding a database row', () => {
  it('returns a valid row', () => {
    expect(decode({ id: 'one', attempts: 1 })).to.deep.equal(E.right({ id: 'one', attempts: 1 }));
  });

  it('names the invalid columns, and never shows their values', () => {
    const outcome = decode({ id: 'one', attempts: 'many' });
    expect(outcome).to.have.nested.property(
      'left.cause.message',
      'database row is not a valid Thing (wrong or missing: attempts)',
    );
  });
});
