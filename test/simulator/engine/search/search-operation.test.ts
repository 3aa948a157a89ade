import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { noon, openShop, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';
import { at, listAt } from '../../../support/json/at.js';

const { createCustomer, searchCustomers, listCustomers } = engineOperations;

const search = ({ engine }: Shop, form: WireHash) => ask(engine, searchCustomers, form);

/** The names of the customers that a query finds. */
const found = (shop: Shop, query: string): ReadonlyArray<unknown> =>
  listAt(right(search(shop, { query })), 'data').map((row) => at(row, 'name'));

const shopOf = (...customers: ReadonlyArray<WireHash>): Shop => {
  const shop = openShop();
  right(shop.engine.call(engineOperations.deleteCustomer, { customer: shop.customer }));
  for (const form of customers) right(ask(shop.engine, createCustomer, form));
  return shop;
};

const people = () =>
  shopOf(
    { name: 'Ana', email: 'Amy@RocketRides.io', metadata: { order: 'Seven', plan: 'a' } },
    { name: 'Eva', email: 'xamy@rocketrides.io', phone: '+34600' },
    { name: 'One two Three  four', metadata: { order: 'eight' } },
  );

describe('searches', () => {
  const table: ReadonlyArray<readonly [query: string, names: ReadonlyArray<string>]> = [
    ['email:"amy@rocketrides.io"', ['Ana']],
    ['email:" AMY@rocketrides.IO "', ['Ana']],
    ['email:"rocketrides.io"', []],
    ['email~"amy@"', ['Eva', 'Ana']],
    ['email:null', ['One two Three  four']],
    ['-email:null', ['Eva', 'Ana']],
    ['-email:"amy@rocketrides.io"', ['One two Three  four', 'Eva']],
    ['name:"two three"', ['One two Three  four']],
    ['name:"two  THREE four"', ['One two Three  four']],
    ['name:"one three"', []],
    ['name:"wo three"', []],
    ['name~"wo thr"', ['One two Three  four']],
    ['name:""', []],
    ['name:" "', []],
    ['phone:"+34600"', ['Eva']],
    ['metadata["order"]:"seven"', ['Ana']],
    ['metadata["order"]:"seve"', []],
    ['metadata["order"]:null', ['Eva']],
    ['-metadata["order"]:null', ['One two Three  four', 'Ana']],
    ['metadata["toString"]:null', ['One two Three  four', 'Eva', 'Ana']],
    ['metadata["order"]:"seven" metadata["plan"]:"A"', ['Ana']],
    ['metadata["order"]:"seven" AND -metadata["plan"]:"a"', []],
    ['name:"Eva" OR metadata["order"]:"eight"', ['One two Three  four', 'Eva']],
    ['email:"amy@rocketrides.io" OR name:"eva"', ['Eva', 'Ana']],
    ['created>1', ['One two Three  four', 'Eva', 'Ana']],
    ['created<=1', []],
    ['created:null', []],
  ];
  for (const [query, names] of table) {
    it(`${query} finds ${names.length}`, () => {
      expect(found(people(), query)).to.deep.equal(names);
    });
  }

  it('refuse fields and operators that do not exist, and values that do not fit', () => {
    const messages: ReadonlyArray<readonly [query: string, message: string]> = [
      [
        'foo:"bar"',
        'Field `foo` is an unsupported search field for resource `customers`. See http://stripe.com/docs/search#query-fields-for-customers for a list of supported fields.',
      ],
      [
        'metadata:"bar"',
        'Field `metadata` is an unsupported search field for resource `customers`. See http://stripe.com/docs/search#query-fields-for-customers for a list of supported fields.',
      ],
      [
        'email["a"]:"bar"',
        'Field `email["a"]` is an unsupported search field for resource `customers`. See http://stripe.com/docs/search#query-fields-for-customers for a list of supported fields.',
      ],
      [
        'toString:"bar"',
        'Field `toString` is an unsupported search field for resource `customers`. See http://stripe.com/docs/search#query-fields-for-customers for a list of supported fields.',
      ],
      ['email>"amy"', 'Field `email` does not support the operator `>`.'],
      ['created~123', 'Field `created` does not support the operator `~`.'],
      ['metadata["a"]~"abc"', 'Field `metadata["a"]` does not support the operator `~`.'],
      ['email~null', 'Field `email` does not support the operator `~`.'],
      ['email~"am"', 'Substrings must have at least 3 characters.'],
      ['created>"yesterday"', 'Field `created` must be compared with a number.'],
      ['created>" "', 'Field `created` must be compared with a number.'],
      [
        'email:"a@b.es" foo:1',
        'Field `foo` is an unsupported search field for resource `customers`. See http://stripe.com/docs/search#query-fields-for-customers for a list of supported fields.',
      ],
    ];
    const shop = people();
    for (const [query, message] of messages) {
      expect(refusal(search(shop, { query }))).to.deep.equal({
        status: 400,
        type: 'invalid_request_error',
        message,
      });
    }
  });

  const refusedParams: ReadonlyArray<readonly [form: WireHash, expected: object]> = [
    [{ limit: '1' }, { code: 'parameter_missing', message: 'Missing required param: query.' }],
    [{ query: '' }, { code: 'parameter_invalid_empty', param: 'query' }],
    [
      { query: 'created>1', limit: '0' },
      {
        code: 'parameter_invalid_integer',
        message: 'This value must be greater than or equal to 1.',
        param: 'limit',
      },
    ],
    [
      { query: 'created>1', limit: '101' },
      {
        code: 'parameter_invalid_integer',
        message: "This value must be less than or equal to 100 (it currently is '101').",
        param: 'limit',
      },
    ],
    [
      { query: 'created>1', limit: '4242424242424242' },
      { message: "This value must be less than or equal to 100 (it currently is '[number]')." },
    ],
    [
      { query: 'created>1', page: 'nope' },
      { message: 'nope is an invalid page.', param: 'nope' },
    ],
    [{ query: 'created>1', starting_after: 'cus_1' }, { code: 'parameter_unknown' }],
    [
      { query: 'created>1', expand: ['email'] },
      { message: 'This property cannot be expanded (email).' },
    ],
  ];
  for (const [form, expected] of refusedParams) {
    it(`refuse ${JSON.stringify(form)}`, () => {
      expect(refusal(search(people(), form))).to.include({ status: 400, ...expected });
    });
  }

  it('find what was created in a time', () => {
    const clock = { now: noon };
    const shop = openShop({ clock: () => clock.now });
    for (const name of ['Ana', 'Eva', 'Isa']) {
      clock.now += 10;
      right(ask(shop.engine, createCustomer, { name }));
    }
    const eva = noon + 20;
    const times: ReadonlyArray<readonly [query: string, names: ReadonlyArray<string>]> = [
      [`created>${eva}`, ['Isa']],
      [`created>=${eva}`, ['Isa', 'Eva']],
      [`created<${eva} -name:null`, ['Ana']],
      [`created<="${eva}" AND -name:null`, ['Eva', 'Ana']],
      [`created:${eva}`, ['Eva']],
      [`created>${noon + 10} created<${noon + 30}`, ['Eva']],
      [`created>${noon + 10}.5 created<${noon + 30}`, ['Eva']],
      [`created>${eva} created>${noon}`, ['Isa']],
      [`-created>${eva} -name:null`, ['Eva', 'Ana']],
      [`created>${eva} OR name:"ana"`, ['Isa', 'Ana']],
      [`created>${eva} created<${eva}`, []],
    ];
    for (const [query, names] of times) expect(found(shop, query), query).to.deep.equal(names);
  });

  it('continue at the place of a page whose customers were deleted since', () => {
    const shop = people();
    const query = 'created>1';
    const first = right(search(shop, { query, limit: '1' }));
    expect(first).to.include({ has_more: true });
    right(
      shop.engine.call(engineOperations.deleteCustomer, {
        customer: String(at(first, 'data.0.id')),
      }),
    );
    const rest = right(search(shop, { query, page: String(at(first, 'next_page')) }));
    expect(rest).to.deep.include({ has_more: false, next_page: null });
    expect(listAt(rest, 'data').map((row) => at(row, 'name'))).to.deep.equal(['Eva', 'Ana']);
  });

  it('count all matches on every page when total_count is expanded', () => {
    const shop = people();
    const form = { query: 'created>1', limit: '1', expand: ['total_count', 'data.default_source'] };
    const first = right(search(shop, form));
    expect(first).to.include({ total_count: 3, has_more: true });
    const last = right(search(shop, { ...form, limit: '2', page: String(at(first, 'next_page')) }));
    expect(last).to.include({ total_count: 3, has_more: false });
    expect(right(search(shop, { query: 'created>1' }))).to.have.all.keys(
      'object',
      'data',
      'has_more',
      'next_page',
      'url',
    );
    expect(E.isLeft(ask(shop.engine, listCustomers, { expand: ['total_count'] }))).to.equal(true);
  });

  // Few values, so that many match.
  const word = fc.constantFrom('ana', 'Ana', 'eva', 'maria jose');
  const email = fc.constantFrom('a@b.es', 'A@b.es', 'ana@b.es');
  const person = fc.record({
    name: word,
    email,
    metadata: fc.record({ order: fc.constantFrom('1', '2') }, { requiredKeys: [] }),
  });
  type Person = {
    readonly name: string;
    readonly email: string;
    readonly metadata: { order?: string };
  };
  const lower = (text: string): string => text.toLowerCase();
  const condition = fc.oneof(
    email.map((value) => ({
      text: `email:"${value}"`,
      holds: (one: Person) => lower(one.email) === lower(value),
    })),
    fc.constantFrom('ana', 'jose', 'maria', 'maria jose').map((value) => ({
      text: `name:'${value}'`,
      holds: (one: Person) => lower(one.name) === value || one.name.split(' ').includes(value),
    })),
    fc.constantFrom('@b.', 'ANA', 'a@b').map((value) => ({
      text: `email~"${value}"`,
      holds: (one: Person) => lower(one.email).includes(lower(value)),
    })),
    fc.constantFrom('1', '2').map((value) => ({
      text: `metadata["order"]:${value}`,
      holds: (one: Person) => one.metadata.order === value,
    })),
    fc.constant({
      text: 'metadata["order"]:null',
      holds: (one: Person) => one.metadata.order === undefined,
    }),
  );
  const clause = fc.record({ condition, negated: fc.boolean() });

  it('agree with a naive filter, page by page', () => {
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 20 }),
        fc.array(clause, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(' ', ' AND ', ' or '),
        fc.integer({ min: 1, max: 7 }),
        (persons, clauses, join, limit) => {
          const shop = shopOf(...persons);
          const query = clauses
            .map((one) => `${one.negated ? '-' : ''}${one.condition.text}`)
            .join(join);
          const test = (one: Person) => (part: (typeof clauses)[number]) =>
            part.condition.holds(one) !== part.negated;
          const expected = persons
            .filter((one) => (join === ' or ' ? clauses.some(test(one)) : clauses.every(test(one))))
            .toReversed();
          const seen: Array<unknown> = [];
          let page: unknown = null;
          do {
            const form = { query, limit: String(limit), expand: ['total_count'] };
            const result = right(
              search(shop, page === null ? form : { ...form, page: String(page) }),
            );
            expect(result).to.include({ total_count: expected.length });
            const data = listAt(result, 'data');
            seen.push(...data.map((row) => [at(row, 'name'), at(row, 'email')]));
            page = at(result, 'next_page');
            expect(data.length).to.equal(page === null ? data.length : limit);
          } while (page !== null);
          expect(seen).to.deep.equal(expected.map((one) => [one.name, one.email]));
        },
      ),
      { seed, numRuns: 200 },
    );
  });
});
