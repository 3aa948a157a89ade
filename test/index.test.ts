import { expect } from 'chai';
import * as contract from '../src/contract.js';
import * as fakeServer from '../src/fake-server.js';
import * as fetchApi from '../src/fetch.js';
import * as index from '../src/index.js';
import * as koa from '../src/koa.js';
import * as memory from '../src/memory.js';
import * as node from '../src/node.js';
import * as postgres from '../src/postgres.js';
import * as sqlite from '../src/sqlite.js';
import * as stripe from '../src/stripe.js';
import * as torture from '../src/torture.js';

// The names that users import: removing one breaks their code, and adding one is a commitment.
const entryPoints = {
  pasarela: {
    module: index,
    names: [
      'Card',
      'CardToken',
      'Charge',
      'CheckoutSession',
      'Customer',
      'CustomerSource',
      'DeletedCard',
      'DeletedCustomer',
      'List',
      'PaymentIntent',
      'PaymentMethod',
      'Refund',
      'SetupIntent',
      'advanceIntentStatus',
      'backfillEvents',
      'cardId',
      'chargeId',
      'checkoutSessionId',
      'confirmationTokenId',
      'createIdempotencyStore',
      'createPayments',
      'customerId',
      'describePaymentError',
      'eventId',
      'eventPage',
      'eventRules',
      'formatAmount',
      'isEventOf',
      'isListedEvent',
      'isPaymentError',
      'minorUnits',
      'paymentErrorCode',
      'paymentErrorKind',
      'paymentErrorStatus',
      'paymentIntentId',
      'paymentMethodId',
      'processorErrors',
      'refundId',
      'setupIntentId',
      'signWebhook',
      'tokenId',
    ],
  },
  'pasarela/koa': { module: koa, names: ['createPaymentsApp', 'createPaymentsRouter'] },
  'pasarela/node': { module: node, names: ['createPaymentsListener'] },
  'pasarela/fetch': { module: fetchApi, names: ['createFetchHandler'] },
  'pasarela/memory': { module: memory, names: ['createMemoryProcessor'] },
  'pasarela/stripe': {
    module: stripe,
    names: ['createStripeEventSource', 'createStripeProcessor', 'createStripeThinEventReader'],
  },
  'pasarela/sqlite': { module: sqlite, names: ['openSqliteStores'] },
  'pasarela/postgres': { module: postgres, names: ['openPostgresStores'] },
  'pasarela/fake-server': { module: fakeServer, names: ['startFakeServer'] },
  'pasarela/torture': {
    module: torture,
    names: [
      'TortureFailure',
      'TortureProblem',
      'certificateFileText',
      'describeTorture',
      'loadConfiguration',
      'readCertificate',
      'runTorture',
      'torture',
      'writeReports',
    ],
  },
  'pasarela/contract': {
    module: contract,
    names: [
      'describeEventStore',
      'describeIdempotencyStore',
      'describePaymentProcessor',
      'describeRefundSums',
      'describeStripeProcessor',
    ],
  },
};

describe('the entry points', () => {
  for (const [name, { module, names }] of Object.entries(entryPoints)) {
    it(`${name} offers ${names.join(', ')}`, () => {
      expect(Object.keys(module).toSorted()).to.deep.equal(names);
    });
  }

  it('take a payment, and refund a part of it', async () => {
    const processor = memory.createMemoryProcessor({ seed: 'index' });
    const payments = index.createPayments({ processor });
    const customer = await payments.createCustomer({
      email: 'ada@example.com',
      name: 'Ada',
      phone: '+34600000000',
    });
    const paid = await payments.createPaymentIntent({
      customer: customer.id,
      amount: '19.99',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const refund = await payments.refundCharge({
      charge: String(paid.latest_charge),
      amount_minor: 500,
    });
    expect([paid.status, paid.amount, refund.amount]).to.deep.equal(['succeeded', 1999, 500]);
    expect(index.formatAmount(paid.amount - refund.amount, 'eur')).to.equal('14.99');
  });
});
