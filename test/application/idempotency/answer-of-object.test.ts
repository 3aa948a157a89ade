import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { answerOfObject } from '../../../src/application/idempotency/answer-of-object.js';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const {
  customer,
  deletedCustomer,
  card,
  dispute,
  intent,
  setupIntent,
  checkoutSession,
  refund,
  listOf,
} = processorObjects;

type Asked = Parameters<ReturnType<typeof answerOfObject>>[0];

const asking = (parts: Partial<PaymentProcessor>, asked: Partial<Asked>) =>
  answerOfObject({ ...explodingDependencies, ...parts })({
    operation: 'createPaymentIntent',
    derivedKey: 'derived',
    id: 'pi_1',
    customer: undefined,
    ...asked,
  })();

const own = { metadata: { pasarela_key: 'derived', order: '42' } };
const foreign = { metadata: { pasarela_key: 'of another request' } };
const { client_secret: _, ...intentWithoutSecret } = intent;
const { url: ___, ...checkoutWithoutUrl } = checkoutSession;
const { client_secret: __, ...setupWithoutSecret } = setupIntent;

const given = {
  retrievePaymentIntent: (object: object) => ({
    retrievePaymentIntent: () => TE.right({ ...intent, ...object }),
  }),
  retrieveSetupIntent: (object: object) => ({
    retrieveSetupIntent: () => TE.right({ ...setupIntent, ...object }),
  }),
  retrieveCheckoutSession: (object: object) => ({
    retrieveCheckoutSession: () => TE.right({ ...checkoutSession, ...object }),
  }),
  retrieveRefund: (object: object) => ({
    retrieveRefund: () => TE.right({ ...refund, ...object }),
  }),
  retrieveDispute: (object: object) => ({
    retrieveDispute: () => TE.right({ ...dispute, ...object }),
  }),
  retrieveCustomer: (object: object) => ({
    retrieveCustomer: () => TE.right({ ...customer, ...object }),
  }),
  deleted: { retrieveCustomer: () => TE.right(deletedCustomer) },
};

describe('answerOfObject', () => {
  const answers: ReadonlyArray<
    readonly [operation: string, id: string, parts: Partial<PaymentProcessor>, answer: object]
  > = [
    ['createPaymentIntent', 'pi_1', given.retrievePaymentIntent(own), { ...intent, ...own }],
    ...['succeeded', 'processing', 'requires_action', 'requires_capture'].map(
      (status) =>
        [
          'confirmPayment',
          'pi_1',
          given.retrievePaymentIntent({ status }),
          { ...intent, status },
        ] as const,
    ),
    [
      'capturePayment',
      'pi_1',
      given.retrievePaymentIntent({ status: 'succeeded' }),
      { ...intentWithoutSecret, status: 'succeeded' },
    ],
    [
      'cancelPayment',
      'pi_1',
      given.retrievePaymentIntent({ status: 'canceled' }),
      { ...intentWithoutSecret, status: 'canceled' },
    ],
    ['createSetupIntent', 'seti_1', given.retrieveSetupIntent(own), { ...setupIntent, ...own }],
    ...['succeeded', 'processing', 'requires_action'].map(
      (status) =>
        [
          'confirmSetupIntent',
          'seti_1',
          given.retrieveSetupIntent({ status }),
          { ...setupIntent, status },
        ] as const,
    ),
    [
      'cancelSetupIntent',
      'seti_1',
      given.retrieveSetupIntent({ status: 'canceled' }),
      { ...setupWithoutSecret, status: 'canceled' },
    ],
    [
      'createCheckoutSession',
      'cs_1',
      given.retrieveCheckoutSession(own),
      { ...checkoutSession, ...own },
    ],
    [
      'expireCheckoutSession',
      'cs_1',
      given.retrieveCheckoutSession({ status: 'expired' }),
      { ...checkoutWithoutUrl, status: 'expired' },
    ],
    ['createPaymentIntent', '0042A', given.retrievePaymentIntent(own), { ...intent, ...own }],
    ['refundCharge', '0042A-1', given.retrieveRefund(own), { ...refund, ...own }],
    ['refundCharge', 're_1', given.retrieveRefund(own), { ...refund, ...own }],
    ['createCustomer', 'cus_1', given.retrieveCustomer(own), { ...customer, ...own }],
    ['updateCustomer', 'cus_1', given.retrieveCustomer(foreign), { ...customer, ...foreign }],
    ['setDefaultCard', 'cus_1', given.retrieveCustomer({}), customer],
    ['deleteCustomer', 'cus_1', given.deleted, deletedCustomer],
  ];
  for (const [operation, id, parts, answer] of answers) {
    it(`returns ${id} as the processor has it now, for ${operation}`, async () => {
      expect(await asking(parts, { operation, id })).to.deep.equal(E.right({ answer, doubts: [] }));
    });
  }

  it('returns a payment for updatePayment, in any status, and says that nothing shows which request updated it', async () => {
    const done = { operation: 'updatePayment', id: 'pi_1' };
    expect(await asking(given.retrievePaymentIntent({}), done)).to.deep.equal(
      E.right({
        answer: intentWithoutSecret,
        doubts: [
          'nothing on pi_1 shows which request updated it: compare its fields with the request',
        ],
      }),
    );
  });

  const plainDispute = {
    id: 'du_1',
    object: 'dispute',
    amount: 1999,
    charge: 'ch_1',
    created: 1_700_000_000,
    currency: 'eur',
    reason: 'fraudulent',
    evidence_details: {
      due_by: 1_700_800_000,
      has_evidence: true,
      past_due: false,
      submission_count: 0,
    },
  };

  for (const status of ['lost', 'warning_closed']) {
    it(`returns a dispute that is ${status} for closeDispute, without its evidence`, async () => {
      const done = { operation: 'closeDispute', id: 'du_1' };
      expect(await asking(given.retrieveDispute({ status }), done)).to.deep.equal(
        E.right({ answer: { ...plainDispute, status }, doubts: [] }),
      );
    });
  }

  it('returns a dispute for submitDisputeEvidence, and says that nothing shows which request did it', async () => {
    const done = { operation: 'submitDisputeEvidence', id: 'dp_1' };
    expect(await asking(given.retrieveDispute({}), done)).to.deep.equal(
      E.right({
        answer: { ...plainDispute, status: 'needs_response' },
        doubts: ['nothing on dp_1 shows which request gave it evidence'],
      }),
    );
  });

  it('searches every page of the customer for a card', async () => {
    const asked: Array<unknown> = [];
    const listCards: PaymentProcessor['listCards'] = (page) => {
      asked.push(page.starting_after);
      return TE.right(
        page.starting_after === undefined
          ? { ...listOf({ ...card, id: 'card_9' }), has_more: true }
          : listOf(card),
      );
    };
    const done = { id: 'card_1', customer: 'cus_1' };
    expect(await asking({ listCards }, { operation: 'assignCard', ...done })).to.deep.equal(
      E.right({ answer: card, doubts: [] }),
    );
    expect(asked).to.deep.equal([undefined, 'card_9']);
    const gone = { id: 'card_2', customer: 'cus_1' };
    expect(await asking({ listCards }, { operation: 'removeCard', ...gone })).to.deep.equal(
      E.right({ answer: { id: 'card_2', object: 'card', deleted: true }, doubts: [] }),
    );
  });

  for (const [operation, id, parts] of [
    ['createPaymentIntent', 'pi_1', given.retrievePaymentIntent],
    ['createSetupIntent', 'seti_1', given.retrieveSetupIntent],
    ['createCheckoutSession', 'cs_1', given.retrieveCheckoutSession],
    ['refundCharge', 're_1', given.retrieveRefund],
    ['createCustomer', 'cus_1', given.retrieveCustomer],
  ] as const) {
    it(`has doubts about an object of ${operation} with another key or none`, async () => {
      expect(await asking(parts(foreign), { operation, id }))
        .to.have.nested.property('right.doubts')
        .that.deep.equals([
          `the metadata.pasarela_key of ${id} does not match: another request made it`,
        ]);
      for (const none of [{}, { metadata: {} }, { metadata: undefined }]) {
        expect(await asking(parts(none), { operation, id }))
          .to.have.nested.property('right.doubts')
          .that.deep.equals([
            `${id} has no metadata.pasarela_key, so nothing shows that this request made it`,
          ]);
      }
    });
  }

  const refusals: ReadonlyArray<
    readonly [reason: string, asked: Partial<Asked>, parts?: Partial<PaymentProcessor>]
  > = [
    ['createPaymentIntent makes pi_..., not "re_1"', { id: 're_1' }],
    ['createPaymentIntent makes pi_..., not "pi_1/cancel"', { id: 'pi_1/cancel' }],
    ['refundCharge makes re_..., not "pi_1"', { operation: 'refundCharge' }],
    ['createCustomer makes cus_..., not "pi_1"', { operation: 'createCustomer' }],
    [
      'pi_1 has the status requires_payment_method, but confirmPayment does not lead to that status',
      { operation: 'confirmPayment' },
      given.retrievePaymentIntent({ status: 'requires_payment_method' }),
    ],
    [
      'pi_1 has the status succeeded, but cancelPayment does not lead to that status',
      { operation: 'cancelPayment' },
      given.retrievePaymentIntent({ status: 'succeeded' }),
    ],
    [
      'pi_1 has the status requires_capture, but capturePayment does not lead to that status',
      { operation: 'capturePayment' },
      given.retrievePaymentIntent({ status: 'requires_capture' }),
    ],
    ['closeDispute makes du_..., not "pi_1"', { operation: 'closeDispute' }],
    [
      'du_1 has the status needs_response, but closeDispute does not lead to that status',
      { operation: 'closeDispute', id: 'du_1' },
      given.retrieveDispute({}),
    ],
    ['createSetupIntent makes seti_..., not "pi_1"', { operation: 'createSetupIntent' }],
    [
      'seti_1 has the status succeeded, but cancelSetupIntent does not lead to that status',
      { operation: 'cancelSetupIntent', id: 'seti_1' },
      given.retrieveSetupIntent({ status: 'succeeded' }),
    ],
    ['cus_1 is deleted', { operation: 'updateCustomer', id: 'cus_1' }, given.deleted],
    [
      'cus_1 is not deleted',
      { operation: 'deleteCustomer', id: 'cus_1' },
      given.retrieveCustomer({}),
    ],
    [
      'a card is read through its customer: add --customer cus_...',
      { operation: 'assignCard', id: 'card_1' },
    ],
    [
      'cus_1 has no card card_2',
      { operation: 'assignCard', id: 'card_2', customer: 'cus_1' },
      { listCards: () => TE.right(listOf(card)) },
    ],
    [
      'cus_1 still has card_1',
      { operation: 'removeCard', id: 'card_1', customer: 'cus_1' },
      { listCards: () => TE.right(listOf(card)) },
    ],
    [
      'a token cannot be read again, and moves no money: use --not-done',
      { operation: 'tokenizeCard', id: 'tok_1' },
    ],
    [
      'the result of replayEvent cannot be read: only --not-done settles the key',
      { operation: 'replayEvent', id: 'evt_1' },
    ],
  ];
  for (const [reason, asked, parts] of refusals) {
    it(`refuses: ${reason}`, async () => {
      expect(await asking(parts ?? {}, asked)).to.deep.equal(E.left({ _tag: 'NoAnswer', reason }));
    });
  }

  it('fails while the processor does not return the object', async () => {
    const missing: ProcessorError = {
      _tag: 'ProcessorRefused',
      status: 404,
      message: "No such payment_intent: 'pi_1'",
      code: 'resource_missing',
      param: 'intent',
    };
    const parts = { retrievePaymentIntent: () => TE.left(missing) };
    expect(await asking(parts, {})).to.deep.equal(E.left(missing));
  });
});
