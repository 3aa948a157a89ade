import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { authorize } from '../../../../src/adapters/inbound/http/authorize.js';
import { seed } from '../../../support/seed.js';

const refused = E.left({ _tag: 'Unauthorized' });

const keys = ['first-key', 'second-key', 'third-key'];

describe('authorize (decision A1)', () => {
  it('lets everybody in when there are no keys', () => {
    for (const header of [undefined, '', 'Bearer anything', 'nonsense', 42, ['a', 'b']]) {
      expect(authorize([])(header)).to.deep.equal(E.right('open'));
    }
  });

  for (const key of keys) {
    it(`lets ${key} in`, () => {
      expect(E.isRight(authorize(keys)(`Bearer ${key}`))).to.equal(true);
    });
  }

  it('reads the scheme in any case, and spaces around the key', () => {
    for (const header of ['bearer first-key', 'BEARER first-key', 'Bearer   first-key  ']) {
      expect(authorize(keys)(header), header).to.deep.equal(authorize(keys)('Bearer first-key'));
    }
  });

  const malformed: ReadonlyArray<unknown> = [
    undefined,
    null,
    '',
    'Bearer',
    'Bearer ',
    'Bearer  ',
    'first-key',
    'Basic first-key',
    'Bearerfirst-key',
    'Bearer first',
    'Bearer first-key1',
    'Bearer First-key',
    'Bearer first-key second-key',
    'Bearer first-key,second-key',
    'Bearer "first-key"',
    'Bearer\tfirst-key',
    'Bearer first-key\n',
    ' Bearer first-key',
    'Bearer undefined',
    'Bearer null',
    42,
    ['Bearer first-key'],
    { authorization: 'Bearer first-key' },
  ];
  for (const header of malformed) {
    it(`keeps ${JSON.stringify(header)} out`, () => {
      expect(authorize(keys)(header)).to.deep.equal(refused);
    });
  }

  it('lets nobody in with a key that is empty', () => {
    for (const header of [undefined, '', 'Bearer', 'Bearer ']) {
      expect(authorize([''])(header)).to.deep.equal(refused);
    }
  });

  it('lets in exactly the keys, of whatever length', () => {
    const key = fc.stringMatching(/^[!-~]{1,60}$/);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), key, (known, asked) => {
        expect(E.isRight(authorize(known)(`Bearer ${asked}`))).to.equal(known.includes(asked));
        expect(E.isRight(authorize(known)(`Bearer ${known.at(-1)}`))).to.equal(true);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('names every caller, whatever other keys there are, and not by the key', () => {
    const names = keys.map((key) => authorize(keys)(`Bearer ${key}`));
    expect(names).to.deep.equal(keys.map((key) => authorize([key])(`Bearer ${key}`)));
    expect(new Set(names.map((name) => JSON.stringify(name)))).to.have.property('size', 3);
    expect(JSON.stringify(names)).not.to.match(/first|second|third/);
  });
});
