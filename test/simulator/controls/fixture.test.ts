import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { readFixture, takeFixture } from '../../../src/simulator/controls/fixture.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import {
  noon,
  openShop,
  pay,
  payWithNumber,
} from '../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../adapters/outbound/memory/support/outcomes.js';
import { at } from '../../support/json/at.js';

const fixture = () => {
  const shop = openShop();
  payWithNumber(shop, '4242424242424242');
  pay(shop);
  right(shop.engine.call(engineOperations.createCustomer, {}, { idempotencyKey: 'one' }));
  shop.engine.clock.advance(60);
  return takeFixture(shop.engine);
};

type Change = readonly [path: string, value: unknown];

// A copy of the fixture's JSON with changes; `undefined` removes a field.
const changed = (...changes: ReadonlyArray<Change>): unknown => {
  const copy: unknown = JSON.parse(JSON.stringify(fixture()));
  for (const [path, value] of changes) {
    const names = path.split('.');
    const name = names.pop() ?? '';
    const holder: object = Object(names.length === 0 ? copy : at(copy, names.join('.')));
    if (value === undefined) Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, name, value);
  }
  return copy;
};

const problemOf = (value: unknown): string => {
  const read = readFixture(value);
  return E.isLeft(read) ? read.left : 'none';
};

describe('a fixture', () => {
  it('is plain JSON with the time of its saving, without card numbers and idempotency keys', () => {
    const saved = fixture();
    const text = JSON.stringify(saved);
    expect(JSON.parse(text)).to.deep.equal(saved);
    expect(text).not.to.include('4242424242424242');
    expect(saved).to.include({ object: 'pasarela.fixture', version: 1, saved: noon + 60 });
    expect(saved.snapshot.answers).to.deep.equal([]);
    expect(readFixture(JSON.parse(text))).to.deep.equal(E.right(saved));
  });

  const others: ReadonlyArray<readonly [name: string, value: unknown, problem: string]> = [
    ['another file', { name: 'shop' }, 'not a fixture: make one with pasarela fake --save'],
    ['no object', null, 'not a fixture: make one with pasarela fake --save'],
    [
      'a newer format',
      { ...fixture(), version: 2 },
      'its format is version 2, and this Pasarela reads version 1: update Pasarela, or make the fixture again',
    ],
    [
      'a format that never was',
      { ...fixture(), version: 'one' },
      'its format is version one, and this Pasarela reads version 1: make the fixture again',
    ],
    ['no time', { ...fixture(), saved: '1' }, 'saved must be a time in Unix seconds'],
    ['no snapshot', { ...fixture(), snapshot: undefined }, 'snapshot must be an object'],
    [
      'a missing table',
      changed(['snapshot.state.charges', undefined]),
      'snapshot.state.charges must be an object',
    ],
    [
      'a row without an id',
      changed(['snapshot.state.customers.rows.0.1.id', 1]),
      'snapshot.state.customers.rows[0][1].id must be a string',
    ],
    [
      'a planned failure of an unknown form',
      changed(['snapshot.faults', [{ on: 'any', with: { decline: 1 }, times: 1 }]]),
      'snapshot.faults[0].with must be a string, { decline } or { delay }',
    ],
    [
      'a table of a newer version',
      changed(['snapshot.state.subscriptions', { next: 0, rows: [] }]),
      'this Pasarela does not know the table subscriptions: update Pasarela',
    ],
    [
      'a task of a newer version',
      changed(['snapshot.state.agenda', [{ at: 0, step: 'bill_customer', id: 'cus_1' }]]),
      'this Pasarela does not know the task bill_customer: update Pasarela',
    ],
    [
      'an id twice in a table',
      changed(
        ['snapshot.state.customers.rows.0.1.id', 'cus_1'],
        ['snapshot.state.customers.rows.1.1.id', 'cus_1'],
      ),
      'cus_1 is there twice, in customers',
    ],
    [
      'an id in two tables',
      changed(
        ['snapshot.state.customers.rows.0.1.id', 'x_1'],
        ['snapshot.state.intents.rows.0.1.id', 'x_1'],
      ),
      'x_1 is there twice, in customers and intents',
    ],
    [
      'rows out of order',
      changed(['snapshot.state.customers.rows.0.0', 1]),
      'the numbers of the rows of customers must rise, and stay below its next',
    ],
    [
      'a number that is still to come',
      changed(['snapshot.state.customers.next', 1]),
      'the numbers of the rows of customers must rise, and stay below its next',
    ],
    [
      'an unknown test card',
      changed(
        ['snapshot.state.instruments.rows.0.1.id', 'card_1'],
        ['snapshot.state.instruments.rows.0.1.face.testCard', 'platinum'],
      ),
      'card_1 has an unknown test card, platinum',
    ],
    [
      'many problems',
      changed(['snapshot.state', {}]),
      'snapshot.state.customers must be an object; snapshot.state.deletedCustomers must be an object; snapshot.state.tokens must be an object; snapshot.state.instruments must be an object; snapshot.state.intents must be an object; and 8 more problems',
    ],
  ];

  for (const [name, value, problem] of others) {
    it(`with ${name} is refused`, () => {
      expect(problemOf(value)).to.equal(problem);
    });
  }
});
