import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type {
  Evidence,
  OutcomeLookUps,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import type { Suite } from '../suite.js';
import { mustSucceed, succeed } from '../support/expect-outcome.js';
import { uniqueKey } from '../support/ids.js';
import { cardIdsOf } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import {
  cents,
  intentFields,
  intentsOf,
  newHold,
  newIntent,
  newPayment,
  refundsOf,
} from '../support/new-payment.js';
import { newSetup, setupFields } from '../support/new-setup.js';

// A key that was used just now, by the processor's clock.
const clockOf = async (
  processor: PaymentProcessor,
): Promise<(key: string) => { readonly idempotencyKey: string; readonly since: number }> => {
  const { created } = await mustSucceed(processor).createCustomer({});
  return (idempotencyKey) => ({ idempotencyKey, since: created });
};

const newKey = (): string => String(uniqueKey().idempotencyKey);

const there = <N extends keyof OutcomeLookUps>(
  lookUps: OutcomeLookUps,
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

/** Look-ups of changes whose keys the processor has forgotten: they find what was done, and change nothing. */
export const lookUps = ({ describe, itWith }: Suite): void => {
  describe('look-ups', () => {
    itWith(
      ['lookUps'],
      'lookUps finds a payment by its own key only, and creates none',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const lookUp = there(controls.lookUps(), 'createPaymentIntent');
        const customer = await newCustomer(processor);
        const [key, input] = [newKey(), intentFields(customer, { confirm: true })];
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
        assert.equal((await intentsOf(processor, customer)).length, 1, 'there is one payment');
      },
    );

    itWith(
      ['lookUps'],
      'lookUps finds a refund by its own key only, and creates none',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const lookUp = there(controls.lookUps(), 'createRefund');
        const { id, charge } = await newPayment(processor, 1000);
        const [key, input] = [newKey(), { charge, amount: cents(300) }];
        const before = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(isNothing(before), 'no refund is found before it was made');
        const options = { idempotencyKey: key };
        const made = await mustSucceed(processor).createRefund(input, options);
        const found = await succeed('lookUps', lookUp(input, sentNow(key)));
        assert.ok(
          isReply(found, (refund) => refund.id === made.id),
          'the refund is found',
        );
        assert.equal((await refundsOf(processor, id)).length, 1, 'there is one refund');
      },
    );

    itWith(
      ['lookUps'],
      'lookUps finds nothing for a confirmation or cancellation that never arrived, and does neither',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const { id: payment_intent } = await newIntent(processor);
        const confirmed = there(controls.lookUps(), 'confirmPaymentIntent');
        const canceled = there(controls.lookUps(), 'cancelPaymentIntent');
        const look = async () => ({
          confirmed: await succeed('lookUps', confirmed({ payment_intent }, sentNow(newKey()))),
          canceled: await succeed('lookUps', canceled({ payment_intent }, sentNow(newKey()))),
        });
        const before = await look();
        assert.ok(
          isNothing(before.confirmed) && isNothing(before.canceled),
          'neither is found before it was done',
        );
        const intent = await mustSucceed(processor).retrievePaymentIntent({ payment_intent });
        assert.equal(intent.status, 'requires_confirmation', 'a look-up changes nothing');
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
      ['lookUps'],
      'lookUps finds a capture of the same amount, and captures nothing',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const payment_intent = await newHold(processor, 1000);
        const captured = there(controls.lookUps(), 'capturePaymentIntent');
        const look = (amount: number) =>
          succeed(
            'lookUps',
            captured({ payment_intent, amount_to_capture: cents(amount) }, sentNow(newKey())),
          );
        assert.ok(isNothing(await look(700)), 'no capture is found before it was done');
        await mustSucceed(processor).capturePaymentIntent({
          payment_intent,
          amount_to_capture: cents(700),
        });
        assert.ok(
          isReply(await look(700), ({ amount_received }) => amount_received === 700),
          'the capture is found',
        );
        assert.ok(isNothing(await look(600)), 'a capture of another amount is not found');
      },
    );

    itWith(
      ['lookUps'],
      'lookUps does not report a payment under the key as absent, whatever its amount is now',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const lookUp = there(controls.lookUps(), 'createPaymentIntent');
        const customer = await newCustomer(processor);
        const key = newKey();
        await mustSucceed(processor).createPaymentIntent(intentFields(customer), {
          idempotencyKey: key,
        });
        const asked = intentFields(customer, { amount: 1000 });
        const { _tag } = await succeed('lookUps', lookUp(asked, sentNow(key)));
        assert.ok(_tag === 'Found' || _tag === 'Uncertain', 'the payment is not absent');
      },
    );

    itWith(
      ['lookUps'],
      'lookUps finds a setup intent by its own key only, and creates none',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const lookUp = there(controls.lookUps(), 'createSetupIntent');
        const customer = await newCustomer(processor);
        const [key, input] = [newKey(), setupFields(customer, { confirm: true })];
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
      ['lookUps'],
      'lookUps finds what became of a setup intent, and changes nothing',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const { id: setup_intent } = await newSetup(processor);
        const confirmed = there(controls.lookUps(), 'confirmSetupIntent');
        const canceled = there(controls.lookUps(), 'cancelSetupIntent');
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
      ['lookUps'],
      'lookUps finds that a customer was deleted, and deletes nothing',
      async (processor, controls) => {
        const sentNow = await clockOf(processor);
        const lookUp = there(controls.lookUps(), 'deleteCustomer');
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
