import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';

describe('the check of the options of createPayments', () => {
  const processor = createMemoryProcessor({ seed: 1 });
  const refused: ReadonlyArray<readonly [options: string, problem: string]> = [
    [
      '{}',
      'processor is missing: pass createMemoryProcessor(), createStripeProcessor({ ... }) or your own',
    ],
    ['{ "processor": 7 }', 'processor is missing'],
    ['{ "processor": {} }', 'processor has no function createCustomer; processor has no function'],
    ['{ "processor": { "requestFormat": 7 } }', 'processor.requestFormat must be a string'],
    ['{ "processor": { "retrieveAccount": {} } }', 'processor.retrieveAccount must be a function'],
    [
      '{ "processor": { "lookups": {} } }',
      'processor has no use for lookups (did you mean lookUps?)',
    ],
    [
      '{ "processor": { "webhook": {} } }',
      'processor has no use for webhook (did you mean webhooks?)',
    ],
    ['{ "processor": { "close": true } }', 'processor.close must be a function'],
    [
      '{ "idempotency": { "acceptStoreOf": "acct_1" } }',
      "idempotency.acceptStoreOf must be an account and its mode, such as 'acct_1/live'",
    ],
    ...['7', '{ "createRefund": 7 }', '{ "pay": {} }'].map(
      (lookUps) =>
        [
          `{ "processor": { "lookUps": ${lookUps} } }`,
          'processor.lookUps must contain only functions that have the name of a processor function',
        ] as const,
    ),
    ['{ "webhookSecret": "x" }', 'there is no option webhookSecret'],
    ['{ "webhookSecrets": "x" }', 'webhookSecrets must be an array of strings'],
    ['{ "webhookSecrets": [null] }', 'webhookSecrets must be an array of strings'],
    ['{ "clock": 7 }', 'clock must be a function that returns Unix seconds'],
    ['{ "idempotency": 7 }', 'idempotency must be an object'],
    ['{ "idempotency": { "wait": 7 } }', 'there is no option idempotency.wait'],
    ['{ "idempotency": { "waitMs": "7" } }', 'idempotency.waitMs must be a whole number'],
    ...['0', '86401', '1.5', '"3"'].map(
      (seconds) =>
        [
          `{ "idempotency": { "leaseSeconds": ${seconds} } }`,
          'idempotency.leaseSeconds must be a whole number from 1 to 86400',
        ] as const,
    ),
    ['{ "idempotencySecret": "" }', 'idempotencySecret must be a string'],
    ['{ "idempotencySecret": [] }', 'idempotencySecret must be a string or an array of strings'],
    [
      '{ "idempotencySecret": ["x", 7] }',
      'idempotencySecret must be a string or an array of strings',
    ],
    ['{ "idempotency": { "secretInStore": 1 } }', 'idempotency.secretInStore must be true or'],
    ['{ "idempotency": { "namespace": "" } }', 'idempotency.namespace must be 1 to 255'],
    ['{ "idempotency": { "namespace": "ñ" } }', 'idempotency.namespace must be 1 to 255'],
    [
      '{ "stores": { "idempotencyStore": {} } }',
      'stores.idempotencyStore has no function claim; stores.idempotencyStore has no function extend; stores.idempotencyStore has no function answer; stores.idempotencyStore has no function findAnswer; stores.idempotencyStore has no function release; stores.idempotencyStore has no function unsettled; stores.idempotencyStore has no function findUnsettled; stores.idempotencyStore has no function takeLookUp; stores.idempotencyStore has no function settle; stores.idempotencyStore has no function refusals; stores.idempotencyStore has no function forgetRefusal; stores.idempotencyStore has no function purge; stores.idempotencyStore has no function keepSecret; stores.idempotencyStore has no function owner; stores.idempotencyStore has no function scopes; stores.idempotencyStore has no function count; idempotencySecret is missing: stores.idempotencyStore needs one',
    ],
    [
      '{ "stores": { "eventStore": {} } }',
      'stores.eventStore has no function store; stores.eventStore has no function find',
    ],
    ['{ "stores": { "eventStore": "./shop.db" } }', 'stores.eventStore has no function store'],
    ['{ "stores": { "refundSums": {} } }', 'stores.refundSums has no function count'],
    ['{ "stores": { "close": true } }', 'stores.close must be a function'],
    ['{ "stores": "./shop.db" }', 'stores must be an object'],
    [
      '{ "stores": { "eventsStore": {} } }',
      'there is no option stores.eventsStore (did you mean stores.eventStore?)',
    ],
    [
      '{ "stores": {} }',
      'stores has no eventStore, idempotencyStore or refundSums: leave it out to keep all in memory',
    ],
    ['{ "eventStore": {} }', 'there is no option eventStore'],
    ...['"eur"', '["xyz"]', '[7]'].map(
      (currencies) =>
        [
          `{ "currencies": ${currencies} }`,
          "currencies must be an array of codes of currencies that Stripe supports, such as ['eur', 'usd']",
        ] as const,
    ),
    [
      '{ "currencies": [] }',
      'currencies must not be empty, for no payment could be made: leave it out for euros',
    ],
    ['{ "logger": { "info": 7 } }', 'logger has no function info; logger has no function warn'],
    ...['"myapp"', '["https"]', '["javascript"]', '["MyApp"]', '["myapp:"]', '[7]'].map(
      (schemes) =>
        [
          `{ "returnUrlSchemes": ${schemes} }`,
          "returnUrlSchemes must be an array of schemes of apps, such as ['myapp']",
        ] as const,
    ),
    ...['"acct_1"', '["acct"]', '["shop-7"]', '["acct_1,acct_2"]', '[7]'].map(
      (accounts) =>
        [
          `{ "webhookAccounts": ${accounts} }`,
          "webhookAccounts must be an array of ids of accounts, such as ['acct_1a2b'], or ['*'] for all",
        ] as const,
    ),
    ['{ "cardNumbersInText": true }', "cardNumbersInText must be 'redact' or 'refuse'"],
    ['{ "skipSuperseded": "no" }', 'skipSuperseded must be true or false'],
    ['{ "processor": { "livemode": "yes" } }', 'processor.livemode must be true or false'],
    [
      '{ "processor": { "liveMode": true } }',
      'processor has no use for liveMode (did you mean livemode?)',
    ],
    ['{ "processor": { "apiVersion": 7 } }', 'processor.apiVersion must be a string'],
    ['{ "livemode": "no" }', 'livemode must be true or false'],
    ['{ "eventsHandledElsewhere": 1 }', 'eventsHandledElsewhere must be true or false'],
    ['{ "eventsHandledElsewhere": true }', 'eventsHandledElsewhere needs a stores.eventStore'],
    ['{ "webhooks": {} }', 'webhooks has no function receive'],
    ['{ "processor": { "webhooks": 7 } }', 'processor.webhooks has no function receive'],
    ['{ "eventHandling": 7 }', 'eventHandling must be an object'],
    ['{ "eventHandling": { "tries": 1 } }', 'there is no option eventHandling.tries'],
    ...['0', '101', '1.5', '"3"'].map(
      (tries) =>
        [
          `{ "eventHandling": { "maxTries": ${tries} } }`,
          'eventHandling.maxTries must be a whole number from 1 to 100',
        ] as const,
    ),
    ['{ "eventHandling": { "leaseSeconds": 3601 } }', 'eventHandling.leaseSeconds must be a whole'],
    ['{ "confirmationMethod": "auto" }', "confirmationMethod must be 'manual' or 'automatic'"],
  ];
  for (const [json, problem] of refused) {
    it(`refuses ${json}`, () => {
      const named = json === '{}' || json.includes('"processor"') ? {} : { processor };
      expect(() => createPayments({ ...named, ...JSON.parse(json) }))
        .to.throw(TypeError)
        .with.property('message')
        .that.includes(`createPayments: ${problem}`);
    });
  }

  it('takes any id of an account beside webhooks that are not of Stripe', () => {
    const made = (webhookAccounts: ReadonlyArray<string>) => () =>
      createPayments({
        processor,
        webhooks: { receive: () => TE.right({ events: [] }) },
        webhookAccounts,
      });
    expect(made(['shop-7', '*'])).not.to.throw();
    expect(made(['shop 7'])).to.throw(TypeError, 'webhookAccounts must be an array of ids');
  });

  it('refuses stores that are still being opened', () => {
    const stores = JSON.parse('{}', () => Promise.resolve({}));
    expect(() => createPayments({ processor, stores })).to.throw(
      TypeError,
      'createPayments: stores is a promise: await it',
    );
  });

  it('refuses the function that creates a processor in place of the processor', () => {
    expect(() => createPayments(JSON.parse('{}', () => ({ processor: createMemoryProcessor }))))
      .to.throw(TypeError)
      .with.property('message')
      .that.includes('processor is a function: call it, as in createMemoryProcessor()');
  });

  it('refuses a clock in milliseconds, and a promise of a processor', () => {
    expect(() => createPayments({ processor, clock: Date.now })).to.throw(
      TypeError,
      'clock must return Unix seconds',
    );
    // @ts-expect-error: the compiler finds it too.
    expect(() => createPayments({ processor: Promise.resolve(processor) })).to.throw(
      TypeError,
      'processor is a promise: await it',
    );
  });

  it('lets a processor have functions of its own', () => {
    const own = { ...processor, clone: () => undefined, notify: () => undefined };
    expect(() => createPayments({ processor: own })).not.to.throw();
  });
});
