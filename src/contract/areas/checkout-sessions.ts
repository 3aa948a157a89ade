import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type { NewCheckoutSession } from '../../application/ports/payment-processor.js';
import { CheckoutSessionId } from '../../domain/ids.js';
import type { CheckoutSession } from '../../domain/objects/checkout-session.js';
import { totalOf } from '../../domain/objects/line-items.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed, succeed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absentFor, proven, uniqueKey } from '../support/ids.js';
import { newCustomer } from '../support/new-customer.js';
import { cents, newIntent } from '../support/new-payment.js';

const success_url = 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}';

/** The input of a session for two things, in which a guest pays. */
const sessionFields = (
  { given: { amounts, currency } }: Subject,
  overrides: Partial<NewCheckoutSession> = {},
): NewCheckoutSession => ({
  mode: 'payment',
  currency,
  success_url,
  line_items: [{ name: 'T-shirt', unit_amount: cents(amounts[0]), quantity: 2 }],
  ...overrides,
});

const newSession = async (
  processor: Subject,
  overrides: Partial<NewCheckoutSession> = {},
): Promise<CheckoutSession & { readonly session: CheckoutSessionId }> => {
  const made = await mustSucceed(processor).createCheckoutSession(
    sessionFields(processor, overrides),
  );
  return { ...made, session: proven(CheckoutSessionId, made.id) };
};

/** Checkout sessions: pages of the processor on which customers pay. */
export const checkoutSessions = (suite: Suite): void => {
  const { describe, it, itWith, expected } = suite.needing('features.checkout');

  describe('checkout sessions', () => {
    it('createCheckoutSession returns an open session with a page, and nothing is paid', async (processor) => {
      const fields = sessionFields(processor);
      const made = await mustSucceed(processor).createCheckoutSession(fields);
      expected.isId('the id of a checkout session', made.id, 'checkout_session');
      assert.deepEqual(
        [made.mode, made.status, made.payment_status, made.amount_total, made.currency],
        ['payment', 'open', 'unpaid', totalOf(fields.line_items ?? []), fields.currency],
        'a new session is open, unpaid and costs what its lines cost',
      );
      assert.match(made.url ?? '', /^https?:\/\//, 'a new session has the URL of its page');
    });

    it('retrieveCheckoutSession returns the session', async (processor) => {
      const { session, created } = await newSession(processor);
      const found = await mustSucceed(processor).retrieveCheckoutSession({ session });
      assert.deepEqual(
        [found.id, found.created, found.status],
        [session, created, 'open'],
        'the session is found as it was made',
      );
    });

    it('createCheckoutSession keeps client_reference_id, metadata and expires_at', async (processor) => {
      const { created } = await newSession(processor);
      const said = {
        client_reference_id: 'order-42',
        metadata: { order: '42' },
        expires_at: created + 3600,
      };
      const { session } = await newSession(processor, said);
      const found = await mustSucceed(processor).retrieveCheckoutSession({ session });
      assert.deepEqual(
        [found.client_reference_id, fieldOf(found, 'metadata'), found.expires_at],
        Object.values(said),
        'the fields of a session are kept unchanged',
      );
    });

    itWith(
      ['features.customers'],
      'createCheckoutSession names its customer',
      async (processor) => {
        const customer = await newCustomer(processor);
        const { customer: found } = await newSession(processor, { customer });
        assert.equal(found, customer, 'the session belongs to the customer');
      },
    );

    itWith(
      ['features.customers'],
      'createCheckoutSession refuses an unknown customer',
      async (processor) => {
        const { customer } = absentFor(processor);
        const task = processor.createCheckoutSession(sessionFields(processor, { customer }));
        await failWith(
          'createCheckoutSession',
          task,
          'ProcessorRefused',
          expected.missing('customer'),
        );
      },
    );

    itWith(
      ['features.setupIntents'],
      'createCheckoutSession in mode setup saves a card without a price',
      async (processor) => {
        const { line_items: _, ...fields } = sessionFields(processor, { mode: 'setup' });
        const made = await mustSucceed(processor).createCheckoutSession(fields);
        assert.deepEqual(
          [made.mode, made.status, made.amount_total ?? null],
          ['setup', 'open', null],
          'a session that saves a card costs nothing',
        );
      },
    );

    it('expireCheckoutSession ends an open session, once', async (processor) => {
      const { session } = await newSession(processor);
      const ended = await mustSucceed(processor).expireCheckoutSession({ session });
      assert.deepEqual(
        [ended.status, ended.payment_status, ended.url ?? null],
        ['expired', 'unpaid', null],
        'an expired session has no page',
      );
      await failWith(
        'expireCheckoutSession',
        processor.expireCheckoutSession({ session }),
        'ProcessorRefused',
        expected.invalid,
      );
    });

    it('listCheckoutSessions has no session of a payment that did not come from Checkout', async (processor) => {
      const { id: payment_intent } = await newIntent(processor);
      const { data } = await mustSucceed(processor).listCheckoutSessions({
        payment_intent,
        limit: 1,
      });
      assert.deepEqual(data, [], 'the payment came from elsewhere');
    });

    for (const name of ['retrieveCheckoutSession', 'expireCheckoutSession'] as const) {
      it(`${name} does not find an unknown session`, async (processor) => {
        const { session } = absentFor(processor);
        await failWith(name, processor[name]({ session }), 'ProcessorRefused', expected.notFound);
      });
    }

    it('createCheckoutSession does its work once for a key, and at each run without one', async (processor) => {
      const [key, fields] = [uniqueKey(), sessionFields(processor)];
      const keyed = processor.createCheckoutSession(fields, key);
      const first = await succeed('createCheckoutSession', keyed);
      const again = await succeed('createCheckoutSession', keyed);
      assert.equal(again.id, first.id, 'a repeated key returns the first answer');
      const task = processor.createCheckoutSession(fields);
      const [one, other] = [
        await succeed('createCheckoutSession', task),
        await succeed('createCheckoutSession', task),
      ];
      assert.notEqual(other.id, one.id, 'without a key each run makes a session');
    });

    itWith(
      ['extras.lookUps.createCheckoutSession', 'extras.lookUps.expireCheckoutSession'],
      'lookUps finds a checkout session by its own key only, and whether it was expired',
      async (processor) => {
        const { lookUps } = processor.given;
        const { createCheckoutSession: made, expireCheckoutSession: ended } = lookUps;
        assert.ok(made, 'lookUps has no function createCheckoutSession');
        assert.ok(ended, 'lookUps has no function expireCheckoutSession');
        const { created: since } = await newSession(processor);
        const [key, other] = [uniqueKey(), uniqueKey()].map(({ idempotencyKey }) =>
          String(idempotencyKey),
        );
        const fields = sessionFields(processor);
        const look = (idempotencyKey = '') =>
          succeed('lookUps', made(fields, { idempotencyKey, since }));
        assert.notEqual((await look(key))._tag, 'Found', 'no session is found before it was made');
        const { id } = await succeed(
          'createCheckoutSession',
          processor.createCheckoutSession(fields, { idempotencyKey: key ?? '' }),
        );
        const found = await look(key);
        assert.ok(
          found._tag === 'Found' && E.isRight(found.value) && found.value.right.id === id,
          'the session is found by its key',
        );
        assert.notEqual((await look(other))._tag, 'Found', 'another key finds nothing');
        const session = proven(CheckoutSessionId, id);
        const lookAtEnd = () =>
          succeed('lookUps', ended({ session }, { idempotencyKey: other ?? '', since }));
        assert.notEqual((await lookAtEnd())._tag, 'Found', 'a look-up expires nothing');
        await mustSucceed(processor).expireCheckoutSession({ session });
        assert.equal((await lookAtEnd())._tag, 'Found', 'the end is found');
      },
    );
  });
};
