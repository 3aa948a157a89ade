import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { parseApiKeys } from '../../../../src/adapters/inbound/http/parse-api-keys.js';
import { seed } from '../../../support/seed.js';

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
    'entry 1 has no client\'s name before its first colon: a name has 1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter; a key with a colon in it and without a name is written with a colon before it';
  const otherName =
    'entry 1 needs an earlier name of the client, or the SHA-256 of a key, after "=": a name has 1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter';
  const refused: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, ReadonlyArray<string>]> = [
    ['an empty entry', ['a', ''], ['entry 2 is empty']],
    ['no text', [undefined], ['entry 1 is not a text: is the environment variable set?']],
    ['a space', ['shop: a'], ['entry 1 has a space inside']],
    ['a name alone', ['shop:'], ['entry 1 has no key after the colon']],
    ['a colon alone', [':'], ['entry 1 has no key after the colon']],
    ['a name in capitals', ['Shop:key1'], [name]],
    ['a name that begins with a digit', ['1shop:key1'], [name]],
    ['a name of 41 characters', [`${'n'.repeat(41)}:key`], [name]],
    ['a hash for a name', [`${hash}:key`], [name]],
    [
      'the name open',
      ['open:key1'],
      ['entry 1 has the name open: that is what callers are called when there are no keys'],
    ],
    ['an empty old name', ['shop=:key1'], [otherName]],
    ['an old name in capitals', ['shop=Old:key1'], [otherName]],
    ['a hash that is too short', [`shop=${hash.slice(1)}:key1`], [otherName]],
    [
      'the key of another client',
      ['shop:key1', 'backoffice:key1'],
      ["entry 2 has the key of entry 1, another client's"],
    ],
    [
      'the key of a client without a name',
      ['key1', 'shop:key1'],
      ["entry 2 has the key of entry 1, another client's"],
    ],
    [
      'an old name that another client has',
      ['web=shop:key1', 'shop:key2'],
      [
        'entry 1 has a name after "=" that is the client\'s of entry 2: give that client a new name',
      ],
    ],
    [
      'the hash of a key that another client has without a name',
      [`shop=${hashOf('key2')}:key1`, 'key2'],
      ['entry 1 has the SHA-256 of the key of entry 2, another client\'s, after "="'],
    ],
    [
      'the hash of a key that another client has with a name',
      ['web:key2', `shop=${hashOf('key2')}:key1`],
      ['entry 2 has the SHA-256 of the key of entry 1, another client\'s, after "="'],
    ],
    [
      'everything that is wrong',
      ['', 'shop:', 'a', 'b:a'],
      [
        'entry 1 is empty',
        'entry 2 has no key after the colon',
        "entry 4 has the key of entry 3, another client's",
      ],
    ],
  ];
  for (const [what, entries, problems] of refused) {
    it(`refuses ${what}`, () => {
      expect(parseApiKeys(entries)).to.deep.equal(E.left(problems));
    });
  }

  it('repeats nothing of an entry', () => {
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
