import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import {
  parseQuery,
  type SearchClause,
  type SearchQuery,
} from '../../../../src/simulator/engine/search/query.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';

const clause = (given: Partial<SearchClause>): SearchClause => ({
  negated: false,
  field: 'email',
  key: null,
  operator: ':',
  value: '',
  ...given,
});

// Most are the examples of https://docs.stripe.com/search.
const single: ReadonlyArray<readonly [query: string, expected: Partial<SearchClause>]> = [
  ['email:"amy@rocketrides.io"', { value: 'amy@rocketrides.io' }],
  ["email:'amy@rocketrides.io'", { value: 'amy@rocketrides.io' }],
  ['-currency:"jpy"', { negated: true, field: 'currency', value: 'jpy' }],
  // As https://github.com/PipedreamHQ/pipedream/pull/16480 writes it.
  ['email="amy@rocketrides.io"', { value: 'amy@rocketrides.io' }],
  ['email~"amy"', { operator: '~', value: 'amy' }],
  ['amount>1000', { field: 'amount', operator: '>', value: '1000' }],
  ['amount>="10"', { field: 'amount', operator: '>=', value: '10' }],
  ['amount<=-1.5', { field: 'amount', operator: '<=', value: '-1.5' }],
  ['amount<5', { field: 'amount', operator: '<', value: '5' }],
  [
    'payment_method_details.card.last4:0042',
    { field: 'payment_method_details.card.last4', value: '0042' },
  ],
  ['metadata["donation-id"]:"asdf"', { field: 'metadata', key: 'donation-id', value: 'asdf' }],
  ["-metadata['id']:null", { negated: true, field: 'metadata', key: 'id', value: null }],
  ['url:NULL', { field: 'url', value: null }],
  ['url:"null"', { field: 'url', value: 'null' }],
  [
    String.raw`description:"the story called \"The Sky and the Sea.\""`,
    { field: 'description', value: 'the story called "The Sky and the Sea."' },
  ],
  [String.raw`name:'a\\b\'c"d'`, { field: 'name', value: `a\\b'c"d` }],
  ['email:"one and two"', { value: 'one and two' }],
  ['  email : \n"a"  ', { value: 'a' }],
];

const joined: ReadonlyArray<readonly [query: string, join: string, fields: ReadonlyArray<string>]> =
  [
    ['a:1', 'AND', ['a']],
    ['a:1 b:2', 'AND', ['a', 'b']],
    ['a:1 AND b:2 c:3', 'AND', ['a', 'b', 'c']],
    ['a:1 and -b:2', 'AND', ['a', 'b']],
    ['a:1 OR b:2 or c:3', 'OR', ['a', 'b', 'c']],
    ['a:"x"\n or \tb:"y"', 'OR', ['a', 'b']],
    ['and:1 or:2', 'AND', ['and', 'or']],
  ];

const unparsable =
  'We were unable to parse your search query. Try using the format `metadata["key"]:"value"` to query for metadata or key:"value" to query for other fields.';

const refused: ReadonlyArray<readonly [query: string, message: string]> = [
  ...[
    'asdf',
    ' ',
    'status:succeeded',
    'email:amy@rocketrides.io',
    'email:"amy',
    `email:"amy'`,
    'email=="amy"',
    'email:',
    ':"amy"',
    'metadata[key]:"value"',
    'metadata[]:"value"',
    '--a:1',
    'a:1, b:2',
    'a:1AND b:2',
    'a:"1"b:"2"',
    'a:1 AND',
    'OR a:1',
    'a:1 AND OR b:2',
    'NOT a:1',
    '(a:1 OR b:2)',
    'amount>10..20',
    'amount>>10',
    '5a:1',
  ].map((query) => [query, unparsable] as const),
  [
    'a:1 AND b:2 OR c:3',
    'We were unable to parse your search query. AND and OR cannot be used in the same query.',
  ],
  [
    'a:1 b:2 OR c:3',
    'We were unable to parse your search query. AND and OR cannot be used in the same query.',
  ],
  [
    Array.from({ length: 11 }, (_, at) => `a:${at}`).join(' '),
    'We were unable to parse your search query. A query can have at most 10 clauses.',
  ],
];

const anyClause: fc.Arbitrary<SearchClause> = fc.record({
  negated: fc.boolean(),
  field: fc.stringMatching(/^[A-Za-z_][\w.]{0,8}$/),
  key: fc.option(fc.string({ unit: 'binary' })),
  operator: fc.constantFrom(':', '~', '>', '<', '>=', '<='),
  value: fc.option(fc.string({ unit: 'binary' })),
});

const anyQuery: fc.Arbitrary<SearchQuery> = fc
  .record({
    join: fc.constantFrom('AND', 'OR'),
    clauses: fc.array(anyClause, { minLength: 1, maxLength: 10 }),
  })
  .map(({ join, clauses }) => ({ join: clauses.length === 1 ? 'AND' : join, clauses }));

const print = (
  { join, clauses }: SearchQuery,
  quote: '"' | "'",
  separators: ReadonlyArray<string>,
): string => {
  const quoted = (text: string): string =>
    `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
  const printed = clauses.map(
    ({ negated, field, key, operator, value }) =>
      `${negated ? '-' : ''}${field}${key === null ? '' : `[${quoted(key)}]`}${operator}${value === null ? 'null' : quoted(value)}`,
  );
  const between = (at: number): string => {
    const separator = separators[at % separators.length] ?? ' ';
    return join === 'OR' || separator !== ' ' ? ` ${join} ` : ' ';
  };
  return printed.reduce((query, one, at) => `${query}${between(at)}${one}`);
};

describe('search queries', () => {
  for (const [query, expected] of single) {
    it(`${JSON.stringify(query)} is one clause`, () => {
      expect(right(parseQuery(query))).to.deep.equal({ join: 'AND', clauses: [clause(expected)] });
    });
  }

  for (const [query, join, fields] of joined) {
    it(`${JSON.stringify(query)} joins ${fields.length} with ${join}`, () => {
      const read = right(parseQuery(query));
      expect(read.join).to.equal(join);
      expect(read.clauses.map(({ field }) => field)).to.deep.equal(fields);
    });
  }

  for (const [query, message] of refused) {
    it(`${JSON.stringify(query)} is refused`, () => {
      expect(parseQuery(query)).to.deep.equal(
        E.left({ status: 400, error: { type: 'invalid_request_error', message } }),
      );
    });
  }

  it('read back whatever was printed', () => {
    fc.assert(
      fc.property(
        anyQuery,
        fc.constantFrom('"' as const, "'" as const),
        fc.array(fc.constantFrom(' ', 'word'), { minLength: 1 }),
        (query, quote, separators) => {
          expect(right(parseQuery(print(query, quote, separators)))).to.deep.equal(query);
        },
      ),
      { seed },
    );
  });

  it('are read in a moment, however unlucky their text is', () => {
    for (const text of ['"'.repeat(5000), `a:"${'\\'.repeat(4990)}`, `a:${'1'.repeat(4990)}x`]) {
      expect(E.isLeft(parseQuery(text))).to.equal(true);
    }
  });
});
