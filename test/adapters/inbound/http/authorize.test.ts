import { createHash } from 'node:crypto';
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
      expect(authorize([])(header)).to.deep.equal(E.right({ scope: 'open', formerScopes: [] }));
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

  it('refuses a key that is empty, or written in a way that it does not read', () => {
    expect(() => authorize([''])).to.throw(TypeError, 'apiKeys: entry 1 is empty');
    expect(() => authorize(['a', 'Shop:b', '']))
      .to.throw(TypeError, /^apiKeys: entry 2 has no client's name .*; entry 3 is empty$/)
      .with.property('message')
      .not.match(/Shop/);
  });

  it('lets in exactly the keys, of whatever length', () => {
    const key = fc.stringMatching(/^[!-~]{1,60}$/);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), key, (known, asked) => {
        const asks = authorize(known.map((one) => `:${one}`));
        expect(E.isRight(asks(`Bearer ${asked}`))).to.equal(known.includes(asked));
        expect(E.isRight(asks(`Bearer ${known.at(-1)}`))).to.equal(true);
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

describe('authorize: callers (decision A1a)', () => {
  const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');
  const callerBy = (key: string, entries: ReadonlyArray<string>) =>
    authorize(entries)(`Bearer ${key}`);
  const kept = 'cd'.repeat(32);

  const callers: ReadonlyArray<readonly [string, string, ReadonlyArray<string>, object]> = [
    ['a key without a name', 'k1', ['k1', 'k2'], { scope: sha256('k1'), formerScopes: ['open'] }],
    [
      'a named key',
      'k1',
      ['shop:k1'],
      { name: 'shop', scope: 'client:shop', formerScopes: [sha256('k1'), 'open'] },
    ],
    [
      'a named client, by each of its keys',
      'k2',
      ['shop:k1', 'backoffice:k3', 'shop:k2'],
      { name: 'shop', scope: 'client:shop', formerScopes: [sha256('k1'), sha256('k2'), 'open'] },
    ],
    [
      'a client with old names and the hash of an old key',
      'k1',
      [`shop=old1=${kept}:k1`, 'shop=old2:k2'],
      {
        name: 'shop',
        scope: 'client:shop',
        formerScopes: ['client:old1', 'client:old2', sha256('k1'), sha256('k2'), kept, 'open'],
      },
    ],
    [
      'a key without a name that is to get one',
      'k1',
      ['=shop:k1'],
      { scope: sha256('k1'), formerScopes: ['client:shop', 'open'] },
    ],
  ];
  for (const [what, key, entries, caller] of callers) {
    it(`knows ${what}`, () => {
      expect(callerBy(key, entries)).to.deep.equal(E.right(caller));
    });
  }

  it('does not take the name with the key', () => {
    for (const header of ['Bearer shop:k1', 'Bearer shop', 'Bearer :k1']) {
      expect(authorize(['shop:k1'])(header), header).to.deep.equal(refused);
    }
  });
});
