import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import {
  authorize,
  parseApiKeys,
} from '../../../../../src/adapters/inbound/http/access/api-keys.js';
import { seed } from '../../../../support/inputs/seed.js';

const hash = 'ab'.repeat(32);
const other = '0123456789abcdef'.repeat(4);

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const client = (name: string | undefined, keys: ReadonlyArray<string>, more = {}) => ({
  name,
  otherNames: [],
  otherKeyHashes: [],
  keys,
  ...more,
});

describe('parseApiKeys (decision A1a)', () => {
  const read: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<object>]> = [
    ['nothing', [], []],
    ['a key without a name', ['key1'], [client(undefined, ['key1'])]],
    ['keys without names', ['a', 'b'], [client(undefined, ['a']), client(undefined, ['b'])]],
    ['a named key', ['shop:key1'], [client('shop', ['key1'])]],
    [
      'several keys of a client',
      ['shop:key1', 'backoffice:key3', 'shop:key2'],
      [client('backoffice', ['key3']), client('shop', ['key1', 'key2'])],
    ],
    ['an old name', ['shop=old:key1'], [client('shop', ['key1'], { otherNames: ['old'] })]],
    [
      'several old names, and the hash of an old key',
      [`shop=old1=${hash}=old2:key1`],
      [client('shop', ['key1'], { otherNames: ['old1', 'old2'], otherKeyHashes: [hash] })],
    ],
    [
      'old names with several keys',
      [`shop=old1=${hash}:key1`, 'shop:key2', `shop=old2=${other}:key3`],
      [
        client('shop', ['key1', 'key2', 'key3'], {
          otherNames: ['old1', 'old2'],
          otherKeyHashes: [hash, other],
        }),
      ],
    ],
    [
      'another name of a key without a name',
      ['=shop:key1'],
      [client(undefined, ['key1'], { otherNames: ['shop'] })],
    ],
    [
      'one old name of two clients that were one',
      ['web=shop:key1', 'till=shop:key2'],
      [
        client('web', ['key1'], { otherNames: ['shop'] }),
        client('till', ['key2'], { otherNames: ['shop'] }),
      ],
    ],
    ['a key with a colon', ['shop:a:b'], [client('shop', ['a:b'])]],
    ['a key with a colon, without a name', [':a:b'], [client(undefined, ['a:b'])]],
    [
      'equals signs of a key',
      ['shop:a==', 'b=='],
      [client('shop', ['a==']), client(undefined, ['b=='])],
    ],
    ['a key as its SHA-256', [`shop:sha256:${hash}`], [client('shop', [`sha256:${hash}`])]],
    [
      'a key as its SHA-256, without a name',
      [`:SHA256:${hash.toUpperCase()}`],
      [client(undefined, [`SHA256:${hash.toUpperCase()}`])],
    ],
    ['a name of every kind of character', ['s0.a_b-c:key'], [client('s0.a_b-c', ['key'])]],
    ['a name of 40 characters', [`${'n'.repeat(40)}:key`], [client('n'.repeat(40), ['key'])]],
    ['a key that comes twice', ['shop:a', 'shop:a'], [client('shop', ['a', 'a'])]],
    [
      'a key without a name, twice',
      ['a', 'a'],
      [client(undefined, ['a']), client(undefined, ['a'])],
    ],
  ];
  for (const [what, entries, clients] of read) {
    it(`reads ${what}`, () => {
      expect(parseApiKeys(entries)).to.deep.equal(E.right(clients));
    });
  }

  const name =
    'entry 1 has no valid client name before its first colon: a name has 1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter; write a colon before a key that contains a colon and has no name';
  const otherName =
    'entry 1 needs an earlier name of the client, or the SHA-256 of a key, after "=": a name has 1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter';
  const refused: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, ReadonlyArray<string>]> = [
    ['an empty entry', ['a', ''], ['entry 2 is empty']],
    [
      'a value that is not a string',
      [undefined],
      ['entry 1 is not a string: is the environment variable set?'],
    ],
    ['a space', ['shop: a'], ['entry 1 contains a space']],
    ['a name alone', ['shop:'], ['entry 1 has no key after the colon']],
    ['a colon alone', [':'], ['entry 1 has no key after the colon']],
    ['a name in capitals', ['Shop:key1'], [name]],
    ['a name that begins with a digit', ['1shop:key1'], [name]],
    ['a name of 41 characters', [`${'n'.repeat(41)}:key`], [name]],
    ['a hash for a name', [`${hash}:key`], [name]],
    [
      'the name open',
      ['open:key1'],
      ['entry 1 has the name open, which is reserved for callers without keys: use another name'],
    ],
    [
      'a hash without a client',
      [`sha256:${hash}`],
      [
        'entry 1 has the hash of a key, but no client: write its name before it, as in shop:sha256:..., or a colon for a key without a name',
      ],
    ],
    ...['', 'abc', hash.slice(1), `${hash}0`, `${hash}:`, `g${hash.slice(1)}`].map(
      (text) =>
        [
          `sha256:${text} as a hash`,
          [`shop:sha256:${text}`],
          ['entry 1 has "sha256:" without the 64 hexadecimal digits of the SHA-256 of a key'],
        ] as const,
    ),
    [
      'the hash of the key of another client',
      ['shop:key1', `web:sha256:${hashOf('key1')}`],
      ['entry 2 has the key of entry 1, which belongs to another client'],
    ],
    ['an empty old name', ['shop=:key1'], [otherName]],
    ['an old name in capitals', ['shop=Old:key1'], [otherName]],
    ['a hash that is too short', [`shop=${hash.slice(1)}:key1`], [otherName]],
    [
      'the key of another client',
      ['shop:key1', 'backoffice:key1'],
      ['entry 2 has the key of entry 1, which belongs to another client'],
    ],
    [
      'the key of a client without a name',
      ['key1', 'shop:key1'],
      ['entry 2 has the key of entry 1, which belongs to another client'],
    ],
    [
      'an old name that another client has',
      ['web=shop:key1', 'shop:key2'],
      ['entry 1 has, after "=", the name of the client of entry 2: give that client a new name'],
    ],
    [
      'the hash of a key that another client has without a name',
      [`shop=${hashOf('key2')}:key1`, 'key2'],
      [
        'entry 1 has, after "=", the SHA-256 of the key of entry 2, which belongs to another client',
      ],
    ],
    [
      'the hash of a key that another client has with a name',
      ['web:key2', `shop=${hashOf('key2')}:key1`],
      [
        'entry 2 has, after "=", the SHA-256 of the key of entry 1, which belongs to another client',
      ],
    ],
    [
      'everything that is wrong',
      ['', 'shop:', 'a', 'b:a'],
      [
        'entry 1 is empty',
        'entry 2 has no key after the colon',
        'entry 4 has the key of entry 3, which belongs to another client',
      ],
    ],
  ];
  for (const [what, entries, problems] of refused) {
    it(`refuses ${what}`, () => {
      expect(parseApiKeys(entries)).to.deep.equal(E.left(problems));
    });
  }

  it('refuses short keys in plain text where a length is required, and not their hashes', () => {
    expect(parseApiKeys(['shop:0123456789abcde', `web:sha256:${hash}`], 16)).to.deep.equal(
      E.left([
        'entry 1 has a key of fewer than 16 characters, too few for production: make one with pasarela api-keys new',
      ]),
    );
    expect(E.isRight(parseApiKeys(['shop:0123456789abcdef', `web:sha256:${hash}`], 16))).to.equal(
      true,
    );
  });

  it('repeats no part of an entry', () => {
    const part = fc.stringMatching(/^[A-Z0-9]{6,12}$/);
    const entry = fc.array(part, { minLength: 1, maxLength: 3 }).chain((parts) =>
      fc
        .array(fc.constantFrom(':', '=', ' ', ''), { minLength: 3, maxLength: 3 })
        .map((between) => ({
          parts,
          text: parts.map((one, index) => `${one}${between[index]}`).join(''),
        })),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (entries) => {
        const parsed = parseApiKeys(entries.map(({ text }) => text));
        if (E.isRight(parsed)) return;
        const said = parsed.left.join();
        for (const { parts } of entries) {
          for (const one of parts) expect(said).not.to.include(one);
        }
      }),
      { seed, numRuns: 300 },
    );
  });
});

const refused = E.left({ _tag: 'Unauthorized' });

const keys = ['first-key', 'second-key', 'third-key'];

describe('authorize (decision A1)', () => {
  it('accepts everyone when there are no keys', () => {
    for (const header of [undefined, '', 'Bearer anything', 'nonsense', 42, ['a', 'b']]) {
      expect(authorize([])(header)).to.deep.equal(E.right({ scope: 'open', formerScopes: [] }));
    }
  });

  for (const key of keys) {
    it(`accepts ${key}`, () => {
      expect(E.isRight(authorize(keys)(`Bearer ${key}`))).to.equal(true);
    });
  }

  it('accepts the scheme in any case, and spaces around the key', () => {
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
    it(`refuses ${JSON.stringify(header)}`, () => {
      const answer = authorize(keys)(header);
      expect(E.isLeft(answer) && answer.left._tag).to.equal('Unauthorized');
      // A header with a key that nobody has needs no hint.
      const hasKey = typeof header === 'string' && /^Bearer +\S+ *$/.test(header);
      expect(E.isLeft(answer) && answer.left).to.deep.include(hasKey ? {} : { lacksBearer: true });
    });
  }

  it('refuses an empty key, or one in a wrong format', () => {
    expect(() => authorize([''])).to.throw(TypeError, 'apiKeys: entry 1 is empty');
    expect(() => authorize(['a', 'Shop:b', '']))
      .to.throw(TypeError, /^apiKeys: entry 2 has no valid client name .*; entry 3 is empty$/)
      .with.property('message')
      .not.match(/Shop/);
  });

  it('accepts exactly the keys, of any length', () => {
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

  it('names every caller, independent of other keys, and never by the key', () => {
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
    it(`recognizes ${what}`, () => {
      expect(callerBy(key, entries)).to.deep.equal(E.right(caller));
    });
  }

  it('finds the same caller whether a key is in plain text or its hash', () => {
    for (const [plain, hashed] of [
      [
        ['shop:k1', 'shop:k2'],
        [`shop:sha256:${sha256('k1')}`, 'shop:k2'],
      ],
      [[':k1'], [`:sha256:${sha256('k1')}`]],
      [['=shop:k1'], [`=shop:sha256:${sha256('k1').toUpperCase()}`]],
    ] as const) {
      expect(E.isRight(callerBy('k1', plain))).to.equal(true);
      expect(callerBy('k1', hashed)).to.deep.equal(callerBy('k1', plain));
    }
  });

  it('refuses the hash as a key', () => {
    const entries = [`shop:sha256:${sha256('k1')}`];
    for (const key of [sha256('k1'), `sha256:${sha256('k1')}`, `shop:sha256:${sha256('k1')}`]) {
      expect(callerBy(key, entries), key).to.deep.equal(refused);
    }
  });

  it('refuses the name together with the key', () => {
    for (const header of ['Bearer shop:k1', 'Bearer shop', 'Bearer :k1']) {
      expect(authorize(['shop:k1'])(header), header).to.deep.equal(refused);
    }
  });
});
