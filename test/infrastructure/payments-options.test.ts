import { expect } from 'chai';
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
    ['{ "idempotency": { "secret": "" } }', 'idempotency.secret must be a string'],
    [
      '{ "idempotency": { "secret": [] } }',
      'idempotency.secret must be a string or an array of strings',
    ],
    [
      '{ "idempotency": { "secret": ["x", 7] } }',
      'idempotency.secret must be a string or an array of strings',
    ],
    ['{ "idempotency": { "secretInStore": 1 } }', 'idempotency.secretInStore must be true or'],
    ['{ "idempotency": { "namespace": "" } }', 'idempotency.namespace must be 1 to 255'],
    ['{ "idempotency": { "namespace": "ñ" } }', 'idempotency.namespace must be 1 to 255'],
    [
      '{ "idempotency": { "store": {} } }',
      'idempotency.store has no function claim; idempotency.store has no function extend; idempotency.store has no function answer; idempotency.store has no function findAnswer; idempotency.store has no function release; idempotency.store has no function unsettled; idempotency.store has no function findUnsettled; idempotency.store has no function takeLookUp; idempotency.store has no function settle; idempotency.store has no function refusals; idempotency.store has no function forgetRefusal; idempotency.store has no function purge; idempotency.store has no function keepSecret; idempotency.store has no function owner; idempotency.store has no function scopes; idempotency.store has no function count; idempotency.secret is missing',
    ],
    ['{ "eventStore": {} }', 'eventStore has no function store; eventStore has no function find'],
    ['{ "eventStore": "./shop.db" }', 'eventStore has no function store'],
    ['{ "logger": { "info": 7 } }', 'logger has no function info; logger has no function warn'],
    ...['"myapp"', '["https"]', '["javascript"]', '["MyApp"]', '["myapp:"]', '[7]'].map(
      (schemes) =>
        [
          `{ "returnUrlSchemes": ${schemes} }`,
          "returnUrlSchemes must be an array of schemes of apps, such as ['myapp']",
        ] as const,
    ),
    ...['"acct_1"', '["acct"]', '["acct_1,acct_2"]', '[7]'].map(
      (accounts) =>
        [
          `{ "webhookAccounts": ${accounts} }`,
          "webhookAccounts must be an array of ids of accounts, such as ['acct_1a2b'], or ['*'] for all",
        ] as const,
    ),
    ['{ "cardNumbersInText": true }', "cardNumbersInText must be 'redact' or 'refuse'"],
    ['{ "skipSuperseded": "no" }', 'skipSuperseded must be true or false'],
    ['{ "processor": { "apiVersion": 7 } }', 'processor.apiVersion must be a string'],
    ['{ "livemode": "no" }', 'livemode must be true or false'],
    ['{ "eventsHandledElsewhere": 1 }', 'eventsHandledElsewhere must be true or false'],
    ['{ "eventsHandledElsewhere": true }', 'eventsHandledElsewhere needs an eventStore'],
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

  it('refuses the function that creates a processor in place of the processor', () => {
    expect(() => createPayments(JSON.parse('{}', () => ({ processor: createMemoryProcessor }))))
      .to.throw(TypeError)
      .with.property('message')
      .that.includes('processor is a function: call it, as in createMemoryProcessor()');
  });
});
