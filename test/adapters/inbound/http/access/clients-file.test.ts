import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { parseClientsFile } from '../../../../../src/adapters/inbound/http/access/clients-file.js';
import { seed } from '../../../../support/inputs/seed.js';

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const parse = (file: unknown, shortest?: number) =>
  parseClientsFile(JSON.stringify(file), shortest);

const shop = { name: 'shop', keys: ['key1'] };

const aName = '1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter';

describe('parseClientsFile (decision A12)', () => {
  it('reads clients with everything that they may have', () => {
    const file = {
      clients: [
        {
          name: 'shop',
          former_names: ['store'],
          keys: [`sha256:${hashOf('key1')}`, 'key2'],
          former_keys: ['old', `sha256:${hashOf('older')}`],
          scopes: ['pay', 'refund'],
          largest_payment_minor: 100_000,
          largest_refund_minor: 5000,
          largest_refunds_per_day_minor: 50_000,
        },
        { name: 'web', keys: ['key3'] },
      ],
    };
    expect(parse(file)).to.deep.equal(
      E.right([
        {
          name: 'shop',
          otherNames: ['store'],
          otherKeyHashes: [hashOf('old'), hashOf('older')],
          keys: [`sha256:${hashOf('key1')}`, 'key2'],
          permissions: new Set(['pay', 'refund']),
          ceilings: { largestPayment: 100_000, largestRefund: 5000, largestRefundsPerDay: 50_000 },
        },
        { name: 'web', otherNames: [], otherKeyHashes: [], keys: ['key3'] },
      ]),
    );
  });

  const refused: ReadonlyArray<
    readonly [what: string, file: unknown, problems: ReadonlyArray<string>]
  > = [
    ['a list', [shop], ['it must be an object such as {"clients": [...]}']],
    ['no clients', {}, ['clients must be an array of one or more clients']],
    // It would open the service to everyone.
    [
      'an empty list of clients',
      { clients: [] },
      ['clients must be an array of one or more clients'],
    ],
    ['clients by name', { clients: { shop } }, ['clients must be an array of one or more clients']],
    [
      'a misspelt list',
      { client: [shop] },
      ['the object has a misspelt field: did you mean clients?'],
    ],
    [
      'an unknown field of the object',
      { clients: [shop], version: 1 },
      ['the object has an unknown field: it may have clients'],
    ],
    ['a client that is a text', { clients: ['shop:key1'] }, ['clients[0] must be an object']],
    [
      'a client without anything',
      { clients: [{}] },
      [
        `clients[0].name must be a name that is not "open": it has ${aName}`,
        'clients[0].keys must be an array of one or more strings',
      ],
    ],
    [
      'misspelt and unknown fields',
      {
        clients: [
          shop,
          { name: 'web', keys: ['key2'], scope: ['pay'], 'no-field-at-all': 1, Scopes: [] },
        ],
      },
      [
        'clients[1] has a misspelt field: did you mean scopes?',
        'clients[1] has an unknown field: it may have name, former_names, keys, former_keys, scopes, largest_payment_minor, largest_refund_minor, largest_refunds_per_day_minor',
      ],
    ],
    [
      'wrong values of every field',
      {
        clients: [
          {
            name: 'Shop',
            former_names: ['Old'],
            keys: [],
            former_keys: 'old',
            scopes: ['everything'],
            largest_refund_minor: '5000',
          },
        ],
      },
      [
        `clients[0].name must be a name that is not "open": it has ${aName}`,
        `clients[0].former_names must be an array of names: each has ${aName}`,
        'clients[0].keys must be an array of one or more strings',
        'clients[0].former_keys must be an array of strings',
        'clients[0].scopes must be an array of one or more of read, pay, refund, events, ledger, disputes',
        'clients[0].largest_refund_minor must be a positive integer, in minor units such as cents',
      ],
    ],
    // It would be as if it had all of them.
    [
      'no scopes',
      { clients: [{ ...shop, scopes: [] }] },
      [
        'clients[0].scopes must be an array of one or more of read, pay, refund, events, ledger, disputes',
      ],
    ],
    [
      'a limit of null',
      { clients: [{ ...shop, largest_refund_minor: null }] },
      ['clients[0].largest_refund_minor must be a positive integer, in minor units such as cents'],
    ],
    [
      'wrong keys',
      { clients: [{ name: 'shop', keys: ['', 'a b', 'clé', 'sha256:1'], former_keys: [' '] }] },
      [
        'clients[0].keys[0] is empty',
        'clients[0].keys[1] has a space, or a character that is not printable ASCII',
        'clients[0].keys[2] has a space, or a character that is not printable ASCII',
        'clients[0].keys[3] has "sha256:" without the 64 hexadecimal digits of the SHA-256 of a key',
        'clients[0].former_keys[0] has a space, or a character that is not printable ASCII',
      ],
    ],
    [
      'two clients of one name',
      { clients: [shop, { name: 'shop', keys: ['key2'] }] },
      ['clients[1] has the name of clients[0]: put their keys together'],
    ],
    [
      'one key of two clients',
      { clients: [shop, { name: 'web', keys: ['key2', `sha256:${hashOf('key1')}`] }] },
      ['clients[1] has the key of clients[0], which belongs to another client'],
    ],
    [
      'a former name and a former key that another client has',
      {
        clients: [
          shop,
          { name: 'web', keys: ['key2'], former_names: ['shop'], former_keys: ['key1'] },
        ],
      },
      [
        'clients[1] has, in former_names or former_keys, the name of the client of clients[0]: give that client a new name',
        'clients[1] has, in former_names or former_keys, the SHA-256 of the key of clients[0], which belongs to another client',
      ],
    ],
  ];
  for (const [what, file, problems] of refused) {
    it(`refuses ${what}`, () => {
      expect(parse(file)).to.deep.equal(E.left(problems));
    });
  }

  it('refuses what is not JSON, and says where', () => {
    expect(parseClientsFile('')).to.deep.equal(E.left(['it is not valid JSON']));
    expect(parseClientsFile('{"clients": [,]}')).to.satisfy(
      (parsed: ReturnType<typeof parseClientsFile>) =>
        E.isLeft(parsed) && /^it is not valid JSON(?:, at character 13)?$/.test(parsed.left.join()),
    );
  });

  it('names the line of a file with several, without its content', () => {
    const parsed = parseClientsFile(
      '{\n  "clients": [\n    { "name": "shop" "keys": ["secret"] }\n]}',
    );
    const problems = E.isLeft(parsed) ? parsed.left.join() : '';
    expect(problems).to.match(/^it is not valid JSON(?:, at line 3, character 22)?$/);
  });

  it('takes a byte order mark before the text', () => {
    expect(parseClientsFile('\uFEFF{"clients":[{"name":"shop","keys":["a"]}]}')).to.satisfy(
      E.isRight,
    );
  });

  it('refuses short keys in plain text where a length is required', () => {
    const keys = ['0123456789abcde', '0123456789abcdef', `sha256:${hashOf('a')}`];
    expect(parse({ clients: [{ name: 'shop', keys, former_keys: ['old'] }] }, 16)).to.deep.equal(
      E.left([
        'clients[0].keys[0] has a key of fewer than 16 characters, too few for production: make one with pasarela api-keys new',
      ]),
    );
  });

  it('repeats no value, and no name that it does not know', () => {
    const word = fc.stringMatching(/^[A-Z0-9]{8,12}$/);
    const value = fc.oneof(word, fc.array(word, { maxLength: 2 }), fc.dictionary(word, word));
    const field = fc.constantFrom('name', 'keys', 'former_names', 'former_keys', 'scopes');
    const client = fc.dictionary(fc.oneof(field, word), value, { maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(client, { minLength: 1, maxLength: 3 }), fc.nat(3), (clients, cut) => {
        const text = JSON.stringify({ clients });
        const parsed = parseClientsFile(text.slice(0, text.length - cut));
        if (E.isRight(parsed)) return;
        const said = parsed.left.join();
        for (const [secret] of text.matchAll(/[A-Z0-9]{8,12}/g))
          expect(said).not.to.include(secret);
      }),
      { seed, numRuns: 300 },
    );
  });
});
