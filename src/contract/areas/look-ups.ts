import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type {
  Evidence,
  OutcomeLookUps,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import type { PaymentIntentId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { mustSucceed, succeed } from '../support/expect-outcome.js';
import { uniqueKey } from '../support/ids.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { newDispute } from '../support/new-dispute.js';
import {
  cents,
  chargeOf,
  intentFields,
  intentsOf,
  listsIntents,
  newHold,
  newIntent,
  newPayment,
  refundsOf,
} from '../support/new-payment.js';
import { newSetup, setupFields } from '../support/new-setup.js';

type Sent = { readonly idempotencyKey: string; readonly since: number };

// A key that was used just now, by the processor's clock.
const clockOf = async (processor: Subject): Promise<(key: string) => Sent> => {
  const fields = await intentFields(processor);
  const { created } = await mustSucceed(processor).createPaymentIntent(fields);
  return (idempotencyKey) => ({ idempotencyKey, since: created });
};

const newKey = (): string => String(uniqueKey().idempotencyKey);

const lookUpOf = <N extends keyof OutcomeLookUps>(
  { given: { lookUps } }: Subject,
  name: N,
): NonNullable<OutcomeLookUps[N]> => {
  const lookUp = lookUps[name];
  assert.ok(lookUp, `lookUps has no function ${name}`);
  return lookUp;
};

const isReply = <A>(evidence: Evidence<A>, fits: (reply: A) => boolean): boolean =>
  evidence._tag === 'Found' && E.isRight(evidence.value) && fits(evidence.value.right);

const isNothing = ({ _tag }: Evidence<unknown>): boolean =>
  _tag === 'Absent' || _tag === 'Uncertain';

const statusOf = async (processor: PaymentProcessor, payment_intent: PaymentIntentId) =>
  (await mustSucceed(processor).retrievePaymentIntent({ payment_intent })).status;

/** Look-ups of changes whose keys the processor has forgotten: they find what was done, and change nothing. */
export const lookUps = ({ describe, itWith }: Suite): void => {
  describe('look-ups', () => {
    itWith(
      ['extras.lookUps.createPaymentIntent'],
      'lookUps finds a payment by its own key only, and creates none',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'createPaymentIntent');
        const confirm = processor.given.has('confirmOnCreation');
        const [key, input] = [newKey(), await intentFields(processor, { confirm })];
        const before = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(isNothing(before), 'no payment is found before it was made');
        const made = await mustSucceed(processor).createPaymentIntent(input, {
          idempotencyKey: key,
        });
        const found = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(
          isReply(found, ({ id }) => id === made.id),
          'the payment is found by its key',
        );
        const other = await succeed('lookUps', lookUp(input, sentNow(newKey())));
        assert.ok(isNothing(other), 'another key finds nothing');
        if (!listsIntents(processor)) return;
        const { length } = await intentsOf(processor, input.customer);
        assert.equal(length, 1, 'there is one payment');
      },
    );

    itWith(
      ['extras.lookUps.createRefund'],
      'lookUps finds a refund by its own key only, and creates none',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'createRefund');
        const { given } = processor;
        const [amount] = given.amounts;
        const part = given.has('partialRefunds') ? Math.floor((amount * 3) / 10) : amount;
        const { id, charge } = await newPayment(processor, amount);
        const [key, input] = [newKey(), { charge, amount: cents(part) }];
        const before = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(isNothing(before), 'no refund is found before it was made');
        const options = { idempotencyKey: key };
        const made = await mustSucceed(processor).createRefund(input, options);
        const found = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(
          isReply(found, (refund) => refund.id === made.id),
          'the refund is found',
        );
        const { amount_refunded } = await chargeOf(processor, id);
        assert.equal(amount_refunded, part, 'a look-up refunds nothing');
        if (!given.has('lists')) return;
        assert.equal((await refundsOf(processor, id)).length, 1, 'there is one refund');
      },
    );

    itWith(
      ['extras.lookUps.submitDisputeEvidence', 'features.disputes', 'fixtures.disputed'],
      'lookUps finds the evidence of a dispute, and submits none',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'submitDisputeEvidence');
        const { id: dispute } = await newDispute(processor);
        const asked = { dispute, evidence: { shipping_carrier: 'Correos' }, submit: true };
        const look = () => succeed('lookUps', lookUp(asked, sentNow(newKey())));
        assert.ok(isNothing(await look()), 'no evidence is found before it was submitted');
        const { submitDisputeEvidence } = mustSucceed(processor);
        await submitDisputeEvidence({ ...asked, submit: false });
        assert.ok(isNothing(await look()), 'evidence that is only kept was not submitted');
        await submitDisputeEvidence(asked);
        assert.ok(
          isReply(await look(), ({ evidence_details }) => evidence_details?.submission_count === 1),
          'the submitted evidence is found, and submitted once',
        );
      },
    );

    itWith(
      ['extras.lookUps.closeDispute', 'features.disputes', 'fixtures.disputed'],
      'lookUps finds that a dispute was closed, and closes none',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'closeDispute');
        const { id: dispute, status } = await newDispute(processor);
        const look = () => succeed('lookUps', lookUp({ dispute }, sentNow(newKey())));
        assert.ok(isNothing(await look()), 'an open dispute was not closed');
        const { retrieveDispute, closeDispute } = mustSucceed(processor);
        assert.equal(
          (await retrieveDispute({ dispute })).status,
          status,
          'a look-up closes nothing',
        );
        await closeDispute({ dispute });
        assert.ok(
          isReply(await look(), ({ id }) => id === dispute),
          'the closed dispute is found',
        );
      },
    );

    itWith(
      ['extras.lookUps.confirmPaymentIntent', 'extras.lookUps.cancelPaymentIntent'],
      'lookUps finds nothing for a confirmation or cancellation that never arrived, and does neither',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const { id: payment_intent } = await newIntent(processor);
        const confirmed = lookUpOf(processor, 'confirmPaymentIntent');
        const canceled = lookUpOf(processor, 'cancelPaymentIntent');
        const look = async () => ({
          confirmed: await succeed('lookUps', confirmed({ payment_intent }, sentNow(newKey()))),
          canceled: await succeed('lookUps', canceled({ payment_intent }, sentNow(newKey()))),
        });
        const before = await look();
        assert.ok(
          isNothing(before.confirmed) && isNothing(before.canceled),
          'neither is found before it was done',
        );
        assert.equal(
          await statusOf(processor, payment_intent),
          'requires_confirmation',
          'a look-up changes nothing',
        );
        await mustSucceed(processor).cancelPaymentIntent({ payment_intent });
        const after = await look();
        assert.ok(
          isReply(after.canceled, ({ status }) => status === 'canceled'),
          'the cancellation is found',
        );
        assert.ok(isNothing(after.confirmed), 'a canceled payment was not confirmed');
      },
    );

    itWith(
      ['extras.lookUps.updatePaymentIntent', 'features.updates'],
      'lookUps finds an update by what it asked for, is uncertain when the payment has other values, and changes nothing',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'updatePaymentIntent');
        const { id: payment_intent } = await newIntent(processor);
        const [usual] = processor.given.amounts;
        const asked = { payment_intent, amount: cents(usual * 2), metadata: { cart: '8' } };
        const before = await succeed('lookUps', lookUp(asked, sentNow(newKey())));
        assert.equal(before._tag, 'Uncertain', 'another update may have followed');
        await mustSucceed(processor).updatePaymentIntent(asked);
        const found = await succeed('lookUps', lookUp(asked, sentNow(newKey())));
        assert.ok(
          isReply(found, ({ amount }) => amount === usual * 2),
          'the payment is as the update asked',
        );
        const nothing = await succeed('lookUps', lookUp({ payment_intent }, sentNow(newKey())));
        assert.equal(nothing._tag, 'Uncertain', 'an update without fields leaves no evidence');
      },
    );

    itWith(
      ['extras.lookUps.capturePaymentIntent', 'features.capture'],
      'lookUps finds a capture of the same amount, and captures nothing',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const [amount] = processor.given.amounts;
        const [part, otherPart] = [Math.floor(amount / 2), Math.floor(amount / 3)];
        const payment_intent = await newHold(processor, amount);
        const captured = lookUpOf(processor, 'capturePaymentIntent');
        const look = (asked: number) =>
          succeed(
            'lookUps',
            captured({ payment_intent, amount_to_capture: cents(asked) }, sentNow(newKey())),
          );
        assert.ok(isNothing(await look(part)), 'no capture is found before it was done');
        await mustSucceed(processor).capturePaymentIntent({
          payment_intent,
          amount_to_capture: cents(part),
        });
        assert.ok(
          isReply(await look(part), ({ amount_received }) => amount_received === part),
          'the capture is found',
        );
        assert.ok(isNothing(await look(otherPart)), 'a capture of another amount is not found');
      },
    );

    itWith(
      ['extras.lookUps.createPaymentIntent'],
      'lookUps does not report a payment under the key as absent, whatever its amount is now',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'createPaymentIntent');
        const [key, fields] = [newKey(), await intentFields(processor)];
        await mustSucceed(processor).createPaymentIntent(fields, { idempotencyKey: key });
        const asked = { ...fields, amount: cents(fields.amount + 1) };
        const { _tag } = await succeed('lookUps', lookUp(asked, sentNow(key)));
        assert.ok(_tag === 'Found' || _tag === 'Uncertain', 'the payment is not absent');
      },
    );

    itWith(
      [
        'extras.lookUps.createSetupIntent',
        'features.setupIntents',
        'features.customers',
        'features.savedCards',
        'features.lists',
        'features.confirmOnCreation',
        'fixtures.approved',
      ],
      'lookUps finds a setup intent by its own key only, and creates none',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'createSetupIntent');
        const customer = await newCustomer(processor);
        const [key, input] = [newKey(), await setupFields(processor, customer, { confirm: true })];
        const before = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(isNothing(before), 'no setup intent is found before it was made');
        const made = await mustSucceed(processor).createSetupIntent(input, {
          idempotencyKey: key,
        });
        const found = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(
          isReply(found, ({ id }) => id === made.id),
          'the setup intent is found by its key',
        );
        const other = await succeed('lookUps', lookUp(input, sentNow(newKey())));
        assert.ok(isNothing(other), 'another key finds nothing');
        assert.equal((await cardIdsOf(processor, customer)).length, 1, 'one card is saved');
      },
    );

    itWith(
      [
        'extras.lookUps.confirmSetupIntent',
        'extras.lookUps.cancelSetupIntent',
        'features.setupIntents',
        'fixtures.approved',
      ],
      'lookUps finds what became of a setup intent, and changes nothing',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const { id: setup_intent } = await newSetup(processor);
        const confirmed = lookUpOf(processor, 'confirmSetupIntent');
        const canceled = lookUpOf(processor, 'cancelSetupIntent');
        const look = async () => ({
          confirmed: await succeed('lookUps', confirmed({ setup_intent }, sentNow(newKey()))),
          canceled: await succeed('lookUps', canceled({ setup_intent }, sentNow(newKey()))),
        });
        const before = await look();
        assert.ok(
          isNothing(before.confirmed) && isNothing(before.canceled),
          'neither is found before it was done',
        );
        const intent = await mustSucceed(processor).retrieveSetupIntent({ setup_intent });
        assert.equal(intent.status, 'requires_confirmation', 'a look-up changes nothing');
        await mustSucceed(processor).confirmSetupIntent({ setup_intent });
        const after = await look();
        assert.ok(
          isReply(after.confirmed, ({ status }) => status === 'succeeded'),
          'the confirmation is found',
        );
        assert.ok(isNothing(after.canceled), 'a confirmed setup was not canceled');
      },
    );

    itWith(
      ['extras.lookUps.deleteCustomer', 'features.customers'],
      'lookUps finds that a customer was deleted, and deletes nothing',
      async (processor) => {
        const sentNow = await clockOf(processor);
        const lookUp = lookUpOf(processor, 'deleteCustomer');
        const customer = await newCustomer(processor);
        const before = await succeed('lookUps', lookUp({ customer }, sentNow(newKey())));
        assert.ok(isNothing(before), 'an existing customer is not found as deleted');
        await mustSucceed(processor).deleteCustomer({ customer });
        const after = await succeed('lookUps', lookUp({ customer }, sentNow(newKey())));
        assert.ok(
          isReply(after, ({ id }) => id === customer),
          'the customer is deleted',
        );
      },
    );
  });
};
