import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import { CustomerId, TokenId } from '../../../../src/domain/ids.js';
import type { Engine } from '../../../../src/simulator/engine/engine.js';
import { createStoredAnswers } from '../../../../src/simulator/engine/kernel/idempotency.js';
import { requestOf } from '../../../../src/simulator/engine/kernel/operation.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { decoded } from '../../../support/inputs/decoded.js';

const day = 24 * 60 * 60;

const create = (engine: Engine, idempotencyKey: string, extra: object = {}) =>
  engine.call(
    engineOperations.createIntent,
    { amount: 2000, currency: 'eur', ...extra },
    { idempotencyKey },
  );

const count = (engine: Engine): number =>
  right(engine.call(engineOperations.listIntents, { limit: 100 })).data.length;

describe('the answers under idempotency keys', () => {
  it('are at most 100,000: the oldest go first', () => {
    const answers = createStoredAnswers();
    const parts = { operation: 'a', path: '', params: '', created: 0, request: null };
    for (let made = 0; made <= 100_000; made += 1) {
      answers.keep({ ...parts, key: `${made}`, answer: E.right(null) });
    }
    expect(answers.get('0')).to.equal(undefined);
    expect(answers.get('1')).to.have.property('key', '1');
    expect(answers.dump()).to.have.length(100_000);
  });
});

describe('an idempotency key', () => {
  it('repeats the first answer and does the work once', () => {
    const { engine } = openShop();
    const first = right(create(engine, 'k', { metadata: { a: '1', b: '2' } }));
    expect(right(create(engine, 'k', { metadata: { b: '2', a: '1' } }))).to.equal(first);
    expect(count(engine)).to.equal(1);
    const [event] = right(engine.call(engineOperations.listEvents, {})).data;
    expect(event?.request.idempotency_key).to.equal('k');
    expect(event?.request.id).to.match(/^req_/);
  });

  it('repeats a decline', () => {
    const { engine } = openShop();
    const declined = () =>
      refusal(
        create(engine, 'k', { payment_method: 'pm_card_visa_chargeDeclined', confirm: true }),
      );
    expect(declined().payment_intent).to.equal(declined().payment_intent);
    expect(count(engine)).to.equal(1);
  });

  it('is valid for one request only', () => {
    const { engine, customer } = openShop();
    right(create(engine, 'k'));
    expect(refusal(create(engine, 'k', { amount: 2001 }))).to.deep.include({
      status: 400,
      type: 'idempotency_error',
      message:
        "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than 'k' if you meant to execute a different request.",
    });
    const elsewhere = engine.call(
      engineOperations.updateCustomer,
      { customer, name: 'x' },
      { idempotencyKey: 'k' },
    );
    expect(refusal(elsewhere)).to.include({
      status: 400,
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('/v1/customers/${customer}' vs '/v1/payment_intents'). Try using a key other than 'k' if you meant to execute a different request.`,
    });
    expect(refusal(create(engine, 'k'.repeat(256))).status).to.equal(400);
  });

  it('is not used up by refused parameters or too many requests', () => {
    const { engine } = openShop();
    expect(refusal(create(engine, 'k', { amount: 1 })).code).to.equal('amount_too_small');
    engine.failNext({ on: 'create', with: 'rate_limit', times: 1 });
    expect(refusal(create(engine, 'k')).status).to.equal(429);
    expect(right(create(engine, 'k')).amount).to.equal(2000);
  });

  it('repeats a server error', () => {
    const { engine } = openShop();
    engine.failNext({ on: 'create', with: 'server_error', times: 1 });
    expect(refusal(create(engine, 'k')).status).to.equal(500);
    expect(refusal(create(engine, 'k')).status).to.equal(500);
    expect(count(engine)).to.equal(0);
  });

  it("lasts a day by the processor's clock", () => {
    const { engine } = openShop();
    const first = right(create(engine, 'k'));
    engine.clock.advance(day - 1);
    expect(right(create(engine, 'k'))).to.equal(first);
    engine.clock.advance(1);
    expect(right(create(engine, 'k'))).not.to.equal(first);
    expect(engine.snapshot().answers).to.have.length(1);
  });

  it('stores no card number', () => {
    const { engine } = openShop();
    const tokenize = (number: string, cvc: string) =>
      engine.call(
        engineOperations.createToken,
        { card: { number, exp_month: 12, exp_year: 2030, cvc } },
        { idempotencyKey: 'k' },
      );
    const token = right(tokenize('4242424242424242', '123'));
    expect(right(tokenize('4242 4242 4242 4242', '123'))).to.equal(token);
    expect(refusal(tokenize('5555555555554444', '123')).type).to.equal('idempotency_error');
    expect(JSON.stringify(engine.snapshot())).not.to.match(/\d{12,}/);
  });
});

describe('a card number in place of an id', () => {
  it('is neither returned nor stored under the idempotency key', async () => {
    const number = '4242424242424242';
    const processor = createMemoryProcessor({ seed: 'number as id' });
    const customer = await processor.createCustomer({ name: 'Ana' })();
    if (E.isLeft(customer)) throw new Error('there is no customer');
    const assigned = await processor.createCard(
      { customer: decoded(CustomerId, customer.right.id), source: decoded(TokenId, number) },
      { idempotencyKey: 'once' },
    )();
    expect(JSON.stringify(assigned)).to.include("No such token: '[number]'");
    expect(JSON.stringify(processor.controls.snapshot())).not.to.include(number);
  });
});

describe('the outcome of a keyed request', () => {
  it('names the first request, and whether its answer is repeated', () => {
    const { engine } = openShop();
    const ask = (requestId: string, name = 'Ana') => {
      const { original, replayed } = engine.respond(
        requestOf(engineOperations.createCustomer, { name }),
        { idempotencyKey: 'k', requestId },
      );
      return { original, replayed };
    };
    expect(ask('req_1')).to.deep.equal({ original: 'req_1', replayed: false });
    expect(ask('req_2')).to.deep.equal({ original: 'req_1', replayed: true });
    expect(ask('req_3', 'Eva')).to.deep.equal({ original: null, replayed: false });
  });
});
