import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/*
 * Where every clause of the interface document (§) and of the decisions (E, P, A, W, "decisions, ...") is tested. The
 * tests have the clause in their title, use real HTTP, and are written by hand from the documents, without the route
 * table. The rate limit (A3) and /metrics do not exist yet. Order and forwarding (W7, W8) are tested with the event
 * worker, in test/infrastructure/events.
 */
const clauses = {
  // Interface document
  '§1': ['payments', 'requests'], // envelope, eur, card only, manual confirmation, /doc
  '§2': ['customers', 'cards', 'payments', 'payment-list'], // fields of every resource, list object
  '§3': ['payments', 'three-d-secure'], // states and transitions
  '§4.1': ['customers', 'requests'], // create customer
  '§4.2': ['customers'], // get customer
  '§4.3': ['customers'], // list customers
  '§4.4': ['customers'], // update customer
  '§4.5': ['customers'], // delete customer
  '§4.6': ['cards'], // tokenize card
  '§4.7': ['cards'], // assign card
  '§4.8': ['cards'], // list cards
  '§4.9': ['payments', 'amounts'], // create payment intent
  '§4.10': ['payments', 'three-d-secure'], // confirm
  '§4.11': ['payment-list'], // list payment intents
  '§4.12': ['refunds'], // refund
  '§4.13': ['webhooks'], // webhook receiver
  '§5': ['access', 'webhooks'], // bearer key, processor-signature
  '§6': ['webhooks'], // receipt is 200
  '§7': ['requests', 'failures', 'access', 'webhooks', 'payments', 'refunds'], // failures, fixed messages, codes
  '§8': ['cards', 'customers', 'payment-list', 'amounts'], // limits; §9 shows nothing to test

  // Envelope and errors
  E1: ['customers'],
  E3: ['customers', 'cards', 'payments', 'refunds', 'webhooks'],
  E4: ['cards', 'payments', 'failures'],
  E5: ['cards', 'payments', 'failures'],
  E6: ['requests', 'failures'],
  E7: ['failures'],
  E8: ['failures', 'access'],
  E9: ['access'], // and test/infrastructure/config/config.test.ts
  E10: ['requests', 'access'],
  E11: ['requests', 'amounts'],
  E12: ['customers', 'failures'],
  E13: ['requests', 'payment-list'],
  E21: ['missing-features'],
  E14: ['customers', 'cards', 'payments', 'refunds', 'payment-list', 'webhooks'],

  // Endpoints that the interface document does not have
  'decisions, list customers': ['customers'],
  'decisions, tokenize': ['cards'],
  'decisions, assign card': ['cards'],
  'decisions, set default card': ['cards'],
  'decisions, remove card': ['cards'],
  'decisions, get payment': ['payments'],
  'decisions, cancel payment': ['payments', 'three-d-secure'],
  'decisions, list refunds': ['refunds'],
  'decisions, stored events': ['webhooks'],
  'decisions, operations': ['requests', 'webhooks'],
  'decisions, reference': ['requests'],

  // Payments
  P1: ['amounts'],
  P2: ['payments', 'three-d-secure'],
  P3: ['payments', 'three-d-secure'],
  P4: ['payments', 'three-d-secure'],
  P5: ['payments', 'three-d-secure'],
  P6: ['three-d-secure'],
  P7: ['payments'],
  P8: ['payments', 'payment-list', 'webhooks'],
  P9: ['payment-list', 'customers', 'refunds', 'webhooks'],
  P10: ['payment-list', 'customers', 'refunds', 'webhooks'],
  P11: ['refunds'],
  P12: ['failures'],

  // Access; A2 is in test/infrastructure/config/config.test.ts and cli/main.test.ts, A5 has nothing to test
  A1: ['access'],
  A1a: ['clients', 'scopes'],
  A4: ['requests', 'webhooks'],
  A12: ['scopes'],

  // Webhooks
  W1: ['webhooks'],
  W2: ['webhooks'],
  W3: ['webhooks'],
  W4: ['webhooks'],
  W5: ['webhooks'],
  W6: ['webhooks', 'events'],

  // Idempotency; what is stored (I6) is in test/application/idempotency/run-idempotently.test.ts
  I1: ['idempotency'],
  I2: ['idempotency'],
  I3: ['idempotency'],
  I4: ['idempotency'],
  I5: ['idempotency'],
  I6: ['idempotency'],
} as const;

// E2 (`code` in every failure, otherwise `null`) is checked by `expectFailure`, which every failure test calls.

const titlesOf = (file: string): string =>
  readFileSync(new URL(`./${file}.test.js`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\s*(?:it\(|title: )/.test(line))
    .join('\n');

const mentions = (titles: string, clause: string): boolean =>
  new RegExp(`${clause.replace('.', '\\.')}(?![0-9.])`).test(titles);

describe('the table of the interface tests', () => {
  for (const [clause, files] of Object.entries(clauses)) {
    it(`${clause} is tested where the table says`, () => {
      const silent = files.filter((file) => !mentions(titlesOf(file), clause));
      expect(silent).to.deep.equal([]);
    });
  }
});
