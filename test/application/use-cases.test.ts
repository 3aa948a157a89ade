import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { bindUseCases } from '../../src/application/facade/bind.js';
import { createFacade, type TaskEitherPayments } from '../../src/application/facade/payments.js';
import {
  type Dependencies,
  type OperationName,
  operations,
} from '../../src/application/use-cases.js';
import { withoutClientSecret } from '../../src/application/without-client-secret.js';
import { noKeys } from '../support/idempotency/no-keys.js';
import { usualFieldsCheck } from '../support/inputs/usual-fields-check.js';
import { keysOf } from '../support/json/keys-of.js';
import { explodingDependencies } from '../support/processors/exploding-dependencies.js';
import { processorObjects } from '../support/processors/processor-objects.js';

const {
  customer,
  card,
  deletedCard,
  deletedCustomer,
  token,
  intent,
  setupIntent,
  checkoutSession,
  refund,
  ledgerCharge,
  balance,
  balanceTransaction,
  payout,
  dispute,
  event,
  storedEvent,
  eventHistory,
} = processorObjects;
const { listOf } = processorObjects;

const { url: _url, ...checkoutWithoutUrl } = checkoutSession;

// Without the field that no codec names: it may be personal data.
const bare = <A extends object>(object: A): object => {
  const { unnamed: _, ...named }: { readonly unnamed?: unknown } = object;
  return named;
};
const bareDispute = {
  id: 'du_1',
  object: 'dispute',
  amount: 1999,
  charge: 'ch_1',
  created: 1_700_000_000,
  currency: 'eur',
  reason: 'fraudulent',
  status: 'needs_response',
  evidence_details: {
    due_by: 1_700_800_000,
    has_evidence: true,
    past_due: false,
    submission_count: 0,
  },
};
const november = { created_from: 1_793_491_200, created_to: 1_796_083_200 };

type Given = ReadonlyArray<unknown>;
type Recorder = <A>(answer: A) => (...given: Given) => A;

type Row = {
  readonly run: (payments: TaskEitherPayments) => TE.TaskEither<unknown, unknown>;
  /** The one dependency that the operation may use. It records its arguments. */
  readonly uses: (answers: Recorder) => Partial<Dependencies>;
  readonly gives: Given;
  readonly result: unknown;
};

const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
const options = { processorIdempotencyKey: 'key-1' };
const sent = { idempotencyKey: 'key-1' };

/** The one call that each operation makes, with its arguments. */
const table: { readonly [N in OperationName]: Row } = {
  createCustomer: {
    run: (call) => call.createCustomer(contact, options),
    uses: (answers) => ({ createCustomer: answers(TE.right(customer)) }),
    gives: [contact, sent],
    result: customer,
  },
  getCustomer: {
    run: (call) => call.getCustomer({ customer: 'cus_1' }, options),
    uses: (answers) => ({ retrieveCustomer: answers(TE.right(customer)) }),
    gives: [{ customer: 'cus_1' }],
    result: customer,
  },
  listCustomers: {
    run: (call) =>
      call.listCustomers(
        { limit: '7', starting_after: 'cus_9', email: 'ada@example.com' },
        options,
      ),
    uses: (answers) => ({ listCustomers: answers(TE.right(listOf(customer))) }),
    gives: [{ limit: 7, starting_after: 'cus_9', email: 'ada@example.com' }],
    result: listOf(customer),
  },
  updateCustomer: {
    run: (call) => call.updateCustomer({ customer: 'cus_1', name: 'Ada L.' }, options),
    uses: (answers) => ({ updateCustomer: answers(TE.right(customer)) }),
    gives: [{ customer: 'cus_1', name: 'Ada L.' }, sent],
    result: customer,
  },
  deleteCustomer: {
    run: (call) => call.deleteCustomer({ customer: 'cus_1' }, options),
    uses: (answers) => ({ deleteCustomer: answers(TE.right(deletedCustomer)) }),
    gives: [{ customer: 'cus_1' }, sent],
    result: deletedCustomer,
  },
  tokenizeCard: {
    run: (call) =>
      call.tokenizeCard(
        { number: '4242424242424242', exp_month: '12', exp_year: 2099, cvc: '123' },
        options,
      ),
    uses: (answers) => ({ createCardToken: answers(TE.right(token)) }),
    gives: [{ number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' }, sent],
    result: token,
  },
  assignCard: {
    run: (call) => call.assignCard({ customer: 'cus_1', source: 'tok_1' }, options),
    uses: (answers) => ({ createCard: answers(TE.right(card)) }),
    gives: [{ customer: 'cus_1', source: 'tok_1' }, sent],
    result: card,
  },
  listCards: {
    run: (call) => call.listCards({ customer: 'cus_1' }, options),
    uses: (answers) => ({ listCards: answers(TE.right(listOf(card))) }),
    gives: [{ customer: 'cus_1', limit: 10 }],
    result: [card],
  },
  setDefaultCard: {
    run: (call) => call.setDefaultCard({ customer: 'cus_1', default_source: 'card_1' }, options),
    uses: (answers) => ({ updateCustomer: answers(TE.right(customer)) }),
    gives: [{ customer: 'cus_1', default_source: 'card_1' }, sent],
    result: customer,
  },
  removeCard: {
    run: (call) => call.removeCard({ customer: 'cus_1', card: 'card_1' }, options),
    uses: (answers) => ({ deleteCard: answers(TE.right(deletedCard)) }),
    gives: [{ customer: 'cus_1', card: 'card_1' }, sent],
    result: deletedCard,
  },
  createPaymentIntent: {
    run: (call) =>
      call.createPaymentIntent(
        { customer: 'cus_1', amount: '19.99', payment_method: 'card_1' },
        options,
      ),
    uses: (answers) => ({ createPaymentIntent: answers(TE.right(intent)) }),
    gives: [
      {
        customer: 'cus_1',
        amount: 1999,
        payment_method: 'card_1',
        currency: 'eur',
        confirmation_method: 'manual',
        confirm: false,
      },
      sent,
    ],
    result: intent,
  },
  updatePayment: {
    run: (call) =>
      call.updatePayment({ payment_intent: 'pi_1', amount_minor: 2500, description: 'X' }, options),
    uses: (answers) => ({ updatePaymentIntent: answers(TE.right(intent)) }),
    gives: [{ payment_intent: 'pi_1', amount: 2500, description: 'X' }, sent],
    result: withoutClientSecret(intent),
  },
  confirmPayment: {
    run: (call) =>
      call.confirmPayment(
        {
          payment_intent: 'pi_1',
          payment_method: 'card_2',
          return_url: 'https://shop.example/42',
          off_session: true,
        },
        options,
      ),
    uses: (answers) => ({ confirmPaymentIntent: answers(TE.right(intent)) }),
    gives: [
      {
        payment_intent: 'pi_1',
        payment_method: 'card_2',
        return_url: 'https://shop.example/42',
        off_session: true,
      },
      sent,
    ],
    result: intent,
  },
  getPayment: {
    run: (call) => call.getPayment({ payment_intent: 'pi_1' }, options),
    uses: (answers) => ({ retrievePaymentIntent: answers(TE.right(intent)) }),
    gives: [{ payment_intent: 'pi_1' }],
    result: withoutClientSecret(intent),
  },
  listPayments: {
    run: (call) => call.listPayments({ customer: 'cus_1', ending_before: 'pi_9' }, options),
    uses: (answers) => ({ listPaymentIntents: answers(TE.right(listOf(intent))) }),
    gives: [{ customer: 'cus_1', limit: 20, ending_before: 'pi_9' }],
    result: listOf(withoutClientSecret(intent)),
  },
  capturePayment: {
    run: (call) => call.capturePayment({ payment_intent: 'pi_1', amount_minor: 1500 }, options),
    uses: (answers) => ({ capturePaymentIntent: answers(TE.right(intent)) }),
    gives: [{ payment_intent: 'pi_1', amount_to_capture: 1500 }, sent],
    result: withoutClientSecret(intent),
  },
  cancelPayment: {
    run: (call) =>
      call.cancelPayment({ payment_intent: 'pi_1', cancellation_reason: 'abandoned' }, options),
    uses: (answers) => ({ cancelPaymentIntent: answers(TE.right(intent)) }),
    gives: [{ payment_intent: 'pi_1', cancellation_reason: 'abandoned' }, sent],
    result: withoutClientSecret(intent),
  },
  createSetupIntent: {
    run: (call) =>
      call.createSetupIntent(
        { customer: 'cus_1', payment_method: 'card_1', usage: 'on_session' },
        options,
      ),
    uses: (answers) => ({ createSetupIntent: answers(TE.right(setupIntent)) }),
    gives: [
      { customer: 'cus_1', payment_method: 'card_1', usage: 'on_session', confirm: false },
      sent,
    ],
    result: setupIntent,
  },
  confirmSetupIntent: {
    run: (call) =>
      call.confirmSetupIntent(
        {
          setup_intent: 'seti_1',
          payment_method: 'card_2',
          return_url: 'https://shop.example/cards',
        },
        options,
      ),
    uses: (answers) => ({ confirmSetupIntent: answers(TE.right(setupIntent)) }),
    gives: [
      {
        setup_intent: 'seti_1',
        payment_method: 'card_2',
        return_url: 'https://shop.example/cards',
      },
      sent,
    ],
    result: setupIntent,
  },
  getSetupIntent: {
    run: (call) => call.getSetupIntent({ setup_intent: 'seti_1' }, options),
    uses: (answers) => ({ retrieveSetupIntent: answers(TE.right(setupIntent)) }),
    gives: [{ setup_intent: 'seti_1' }],
    result: withoutClientSecret(setupIntent),
  },
  cancelSetupIntent: {
    run: (call) =>
      call.cancelSetupIntent({ setup_intent: 'seti_1', cancellation_reason: 'abandoned' }, options),
    uses: (answers) => ({ cancelSetupIntent: answers(TE.right(setupIntent)) }),
    gives: [{ setup_intent: 'seti_1', cancellation_reason: 'abandoned' }, sent],
    result: withoutClientSecret(setupIntent),
  },
  createCheckoutSession: {
    run: (call) =>
      call.createCheckoutSession(
        {
          success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
          line_items: [{ name: 'T-shirt', amount: '19.99', quantity: 2 }],
          client_reference_id: '42',
        },
        options,
      ),
    uses: (answers) => ({ createCheckoutSession: answers(TE.right(checkoutSession)) }),
    gives: [
      {
        success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
        line_items: [{ name: 'T-shirt', unit_amount: 1999, quantity: 2 }],
        client_reference_id: '42',
        mode: 'payment',
        currency: 'eur',
      },
      sent,
    ],
    result: checkoutSession,
  },
  getCheckoutSession: {
    run: (call) => call.getCheckoutSession({ session: 'cs_1' }, options),
    uses: (answers) => ({ retrieveCheckoutSession: answers(TE.right(checkoutSession)) }),
    gives: [{ session: 'cs_1' }],
    result: checkoutWithoutUrl,
  },
  expireCheckoutSession: {
    run: (call) => call.expireCheckoutSession({ session: 'cs_1' }, options),
    uses: (answers) => ({ expireCheckoutSession: answers(TE.right(checkoutSession)) }),
    gives: [{ session: 'cs_1' }, sent],
    result: checkoutWithoutUrl,
  },
  refundCharge: {
    run: (call) =>
      call.refundCharge({ charge: 'ch_1', amount_minor: 500, reason: 'duplicate' }, options),
    uses: (answers) => ({ createRefund: answers(TE.right(refund)) }),
    gives: [{ charge: 'ch_1', amount: 500, reason: 'duplicate' }, sent],
    result: refund,
  },
  listRefunds: {
    run: (call) => call.listRefunds({ payment_intent: 'pi_1', limit: 1000 }, options),
    uses: (answers) => ({ listRefunds: answers(TE.right(listOf(refund))) }),
    gives: [{ payment_intent: 'pi_1', limit: 100 }],
    result: listOf(refund),
  },
  listCharges: {
    run: (call) =>
      call.listCharges({ limit: 7, starting_after: 'ch_9', created_from: '1793491200' }, options),
    uses: (answers) => ({ listCharges: answers(TE.right(listOf(ledgerCharge))) }),
    gives: [{ limit: 7, starting_after: 'ch_9', created_from: 1_793_491_200 }],
    result: listOf(bare(ledgerCharge)),
  },
  listAllRefunds: {
    run: (call) => call.listAllRefunds({ ...november, ending_before: 're_9' }, options),
    uses: (answers) => ({ listAllRefunds: answers(TE.right(listOf(refund))) }),
    gives: [{ limit: 20, ending_before: 're_9', ...november }],
    result: listOf(bare(refund)),
  },
  getBalance: {
    run: (call) => call.getBalance({}, options),
    uses: (answers) => ({ retrieveBalance: answers(TE.right(balance)) }),
    gives: [{}],
    result: { object: 'balance', available: [{ amount: 1999, currency: 'eur' }], pending: [] },
  },
  listBalanceTransactions: {
    run: (call) => call.listBalanceTransactions({ ...november, limit: 1000 }, options),
    uses: (answers) => ({
      listBalanceTransactions: answers(TE.right(listOf(balanceTransaction))),
    }),
    gives: [{ limit: 100, ...november }],
    result: listOf(bare(balanceTransaction)),
  },
  listPayouts: {
    run: (call) => call.listPayouts({ created_to: 1_796_083_200 }, options),
    uses: (answers) => ({ listPayouts: answers(TE.right(listOf(payout))) }),
    gives: [{ limit: 20, created_to: 1_796_083_200 }],
    result: listOf(bare(payout)),
  },
  listPayoutTransactions: {
    run: (call) =>
      call.listPayoutTransactions({ payout: 'po_1', starting_after: 'txn_9' }, options),
    uses: (answers) => ({
      listBalanceTransactions: answers(TE.right(listOf(balanceTransaction))),
    }),
    gives: [{ payout: 'po_1', limit: 20, starting_after: 'txn_9' }],
    result: listOf(bare(balanceTransaction)),
  },
  listDisputes: {
    run: (call) => call.listDisputes({ limit: 5, ...november }, options),
    uses: (answers) => ({ listDisputes: answers(TE.right(listOf(dispute))) }),
    gives: [{ limit: 5, ...november }],
    result: listOf(bareDispute),
  },
  submitDisputeEvidence: {
    run: (call) =>
      call.submitDisputeEvidence(
        { dispute: 'du_1', evidence: { shipping_carrier: 'Correos' } },
        options,
      ),
    uses: (answers) => ({ submitDisputeEvidence: answers(TE.right(dispute)) }),
    gives: [{ dispute: 'du_1', evidence: { shipping_carrier: 'Correos' }, submit: true }, sent],
    result: bareDispute,
  },
  closeDispute: {
    run: (call) => call.closeDispute({ dispute: 'du_1' }, options),
    uses: (answers) => ({ closeDispute: answers(TE.right(dispute)) }),
    gives: [{ dispute: 'du_1' }, sent],
    result: bareDispute,
  },
  receiveWebhook: {
    run: (call) => call.receiveWebhook({ payload: '{}', signature: 't=1,v1=a' }, options),
    uses: (answers) => ({
      webhooks: {
        receive: answers(TE.right({ events: [{ event, signedWith: 'ab12cd34' }] })),
      },
      eventStore: { ...explodingDependencies.eventStore, store: () => TE.right('stored') },
      whyIgnored: () => undefined,
      clock: () => 1_700_000_001,
    }),
    gives: [{ headers: { 'processor-signature': 't=1,v1=a' }, body: '{}' }],
    result: { received: true, type: 'payment_intent.succeeded' },
  },
  listEvents: {
    run: (call) =>
      call.listEvents(
        { type: 'charge.failed', state: 'dead', object_id: 'ch_1', starting_after: 'evt_9' },
        options,
      ),
    uses: (answers) => ({
      eventStore: {
        ...explodingDependencies.eventStore,
        list: answers(TE.right(O.some(listOf(storedEvent)))),
      },
    }),
    gives: [
      {
        limit: 20,
        starting_after: 'evt_9',
        type: 'charge.failed',
        state: 'dead',
        object_id: 'ch_1',
      },
    ],
    result: listOf(storedEvent),
  },
  getEvent: {
    run: (call) => call.getEvent({ event: 'evt_1' }, options),
    uses: (answers) => ({
      eventStore: {
        ...explodingDependencies.eventStore,
        find: answers(TE.right(O.some(eventHistory))),
      },
    }),
    gives: ['evt_1'],
    result: eventHistory,
  },
  replayEvent: {
    run: (call) => call.replayEvent({ event: 'evt_1' }, options),
    uses: (answers) => ({
      eventStore: {
        ...explodingDependencies.eventStore,
        find: () => TE.right(O.some(eventHistory)),
        replay: answers(TE.right(true)),
      },
      clock: () => 1_700_000_001,
    }),
    gives: ['evt_1', 1_700_000_001],
    result: eventHistory,
  },
  replayEvents: {
    run: (call) => call.replayEvents({ type: 'charge.failed', from: '5', to: 9 }, options),
    uses: (answers) => ({
      eventStore: {
        ...explodingDependencies.eventStore,
        replayAll: answers(TE.right({ replayed: 2, last: null })),
      },
      clock: () => 1_700_000_001,
    }),
    gives: [{ state: 'dead', type: 'charge.failed', from: 5, to: 9 }, 1_700_000_001, 100],
    result: { replayed: 2 },
  },
  eraseEvents: {
    run: (call) => call.eraseEvents({ customer: 'cus_1' }, options),
    uses: (answers) => ({
      eventStore: {
        ...explodingDependencies.eventStore,
        eraseCustomer: answers(TE.right({ erased: 3, more: false })),
      },
    }),
    gives: ['cus_1', 100],
    result: { erased: 3 },
  },
  listDoubts: {
    run: (call) => call.listDoubts({ limit: '7' }, options),
    uses: (answers) => ({
      keys: {
        store: { unsettled: answers(TE.right([])) },
        cipher: TE.right({ open: () => O.none }),
        digest: () => '',
      },
      clock: () => 1_700_000_001,
    }),
    gives: [{ limit: 500 }],
    result: { ...listOf(), url: '/api/doubts' },
  },
};

describe('every operation', () => {
  for (const name of keysOf(table)) {
    const { run, uses, gives, result } = table[name];

    it(`${name} makes one call with its decoded input`, async () => {
      const calls: Array<Given> = [];
      const answers: Recorder =
        (answer) =>
        (...given) => {
          calls.push(given);
          return answer;
        };
      const { taskEither } = createFacade(
        bindUseCases({ ...explodingDependencies, ...uses(answers) }),
        noKeys,
        usualFieldsCheck,
      );
      const outcome = await run(taskEither)();
      expect(outcome).to.deep.equal(E.right(result));
      expect(calls.map((given) => given.filter((part) => part !== undefined))).to.deep.equal([
        gives,
      ]);
    });
  }

  it('is in this table', () => {
    expect(Object.keys(operations)).to.have.members(Object.keys(table));
  });
});
