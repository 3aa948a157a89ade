import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import { proven } from '../../../src/contract/support/ids.js';
import { PaymentIntentId } from '../../../src/domain/ids.js';
import type { List } from '../../../src/domain/input/list.js';
import { MinorUnits } from '../../../src/domain/money/money.js';
import type { Customer, DeletedCustomer } from '../../../src/domain/objects/customer.js';
import {
  type PaymentIntent,
  StripePaymentIntent,
} from '../../../src/domain/objects/payment-intent.js';
import type { Refund } from '../../../src/domain/objects/refund.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';

type Broken = {
  readonly defect: string;
  readonly break: (sound: PaymentProcessor) => PaymentProcessor;
  /** Clauses that must fail, by their names. */
  readonly fails: ReadonlyArray<string>;
  /** Must match the message of the first of them. */
  readonly says: RegExp;
};

const reversed = <A>(list: List<A>): List<A> => ({ ...list, data: list.data.toReversed() });

const noCharges = { object: 'list', data: [], has_more: false, url: '/v1/charges' } as const;

const onIntents =
  (change: (intent: PaymentIntent) => PaymentIntent) =>
  (sound: PaymentProcessor): PaymentProcessor => ({
    ...sound,
    createPaymentIntent: (...args) => pipe(sound.createPaymentIntent(...args), TE.map(change)),
    retrievePaymentIntent: (...args) => pipe(sound.retrievePaymentIntent(...args), TE.map(change)),
    confirmPaymentIntent: (...args) => pipe(sound.confirmPaymentIntent(...args), TE.map(change)),
    capturePaymentIntent: (...args) => pipe(sound.capturePaymentIntent(...args), TE.map(change)),
    cancelPaymentIntent: (...args) => pipe(sound.cancelPaymentIntent(...args), TE.map(change)),
    listPaymentIntents: (...args) =>
      pipe(
        sound.listPaymentIntents(...args),
        TE.map((list) => ({ ...list, data: list.data.map(change) })),
      ),
  });

const onDeclines =
  (change: (error: ProcessorError) => ProcessorError) =>
  (sound: PaymentProcessor): PaymentProcessor => ({
    ...sound,
    createCard: (...args) => pipe(sound.createCard(...args), TE.mapLeft(change)),
    confirmPaymentIntent: (...args) =>
      pipe(sound.confirmPaymentIntent(...args), TE.mapLeft(change)),
  });

/** Defects that an adapter may have, and the clauses that find them. */
export const brokenProcessors: ReadonlyArray<Broken> = [
  {
    defect: 'forgets idempotency keys',
    break: (sound) => ({
      ...sound,
      createCustomer: (input) => sound.createCustomer(input),
      createCard: (input) => sound.createCard(input),
      createPaymentIntent: (input) => sound.createPaymentIntent(input),
      confirmPaymentIntent: (input) => sound.confirmPaymentIntent(input),
      capturePaymentIntent: (input) => sound.capturePaymentIntent(input),
      cancelPaymentIntent: (input) => sound.cancelPaymentIntent(input),
      createSetupIntent: (input) => sound.createSetupIntent(input),
      confirmSetupIntent: (input) => sound.confirmSetupIntent(input),
      cancelSetupIntent: (input) => sound.cancelSetupIntent(input),
      createRefund: (input) => sound.createRefund(input),
    }),
    fails: [
      'createPaymentIntent with a repeated key charges once',
      'concurrent createPaymentIntent calls with one key create one intent',
      'createCustomer with a repeated key creates one customer',
      'createCard with a repeated key creates one card',
      'confirmPaymentIntent with a repeated key charges once',
      'capturePaymentIntent with a repeated key returns the captured intent again',
      'cancelPaymentIntent with a repeated key returns the canceled intent again',
      'createSetupIntent with a repeated key creates one setup intent',
      'confirmSetupIntent with a repeated key returns the saved intent again',
      'cancelSetupIntent with a repeated key returns the canceled intent again',
      'createRefund with a repeated key refunds once',
      'confirmPaymentIntent with a repeated key returns the first decline and makes no second failed charge',
      'a key with other input is refused, and nothing is done',
      'a key of another operation is refused, and nothing is done',
      'createPaymentIntent after answer_lost is done once when its key is repeated',
      'createRefund after answer_lost is done once when its key is repeated',
    ],
    says: /repeated key returns the first answer/,
  },
  {
    defect: 'runs a repeated key again',
    break: (sound) => ({
      ...sound,
      createRefund: (input, options) =>
        sound.createRefund(input, {
          idempotencyKey: `${options?.idempotencyKey ?? ''}${Math.random()}`,
        }),
    }),
    fails: [
      'createRefund with a repeated key refunds once',
      'createRefund after answer_lost is done once when its key is repeated',
    ],
    says: /repeated key returns the first answer/,
  },
  {
    defect: 'reports an already deleted object as missing',
    break: (sound) => ({
      ...sound,
      deleteCustomer: (input) => sound.deleteCustomer(input),
      deleteCard: (input) => sound.deleteCard(input),
    }),
    fails: [
      'deleteCustomer in doubt returns an already deleted customer as deleted',
      'deleteCard in doubt returns an already deleted card as deleted',
    ],
    says: /deleteCustomer in doubt/,
  },
  {
    defect: 'drops charges',
    break: onIntents((intent) => ({ ...intent, charges: noCharges })),
    fails: [
      'confirmPaymentIntent charges pm_card_visa',
      'createPaymentIntent with confirm: true also charges',
      'listPaymentIntents returns each intent with its current status',
      'confirmPaymentIntent with another card succeeds after a decline',
    ],
    says: /charges must hold the charge that latest_charge names/,
  },
  {
    defect: 'drops charges in lists only',
    break: (sound) => ({
      ...sound,
      listPaymentIntents: (input) =>
        pipe(
          sound.listPaymentIntents(input),
          TE.map((list) => ({
            ...list,
            data: list.data.map((intent) => ({ ...intent, charges: noCharges })),
          })),
        ),
    }),
    fails: ['listPaymentIntents returns each intent with its current status'],
    says: /charges must hold the charge that latest_charge names/,
  },
  {
    defect: 'lists oldest first',
    break: (sound) => ({
      ...sound,
      listPaymentIntents: (input) => pipe(sound.listPaymentIntents(input), TE.map(reversed)),
    }),
    fails: [
      'payment intents come newest first, and has_more is false on the last page',
      'ending_before returns the next newer payment intents, newest first',
    ],
    says: /newest first/,
  },
  {
    defect: 'reads ending_before as the oldest end of the list',
    break: (sound) => ({
      ...sound,
      listRefunds: ({ ending_before, ...input }) =>
        sound.listRefunds(
          ending_before === undefined ? input : { ...input, starting_after: ending_before },
        ),
    }),
    fails: ['ending_before returns the next newer refunds, newest first'],
    says: /ending_before/,
  },
  {
    defect: 'retrieves the newest refund of a payment instead of the given one',
    break: (sound) => ({
      ...sound,
      retrieveRefund: (input) =>
        pipe(
          sound.retrieveRefund(input),
          TE.flatMap(({ payment_intent }) =>
            pipe(
              sound.listRefunds({
                payment_intent: proven(PaymentIntentId, payment_intent),
                limit: 1,
              }),
              TE.map(({ data: [newest] }) => newest ?? assert.fail('it was refunded')),
            ),
          ),
        ),
    }),
    fails: ['retrieveRefund returns the refund'],
    says: /retrieveRefund returns the refund of the id/,
  },
  {
    defect: 'retrieves a charge as it was when it was made',
    break: (sound) => ({
      ...sound,
      retrieveCharge: (input) =>
        pipe(
          sound.retrieveCharge(input),
          TE.map((charge) => ({ ...charge, amount_refunded: 0 })),
        ),
    }),
    fails: ['retrieveCharge returns the charge, with its currency and what was refunded'],
    says: /retrieveCharge returns the charge of the id as it is now/,
  },
  {
    defect: 'never sets has_more',
    break: (sound) => ({
      ...sound,
      listCustomers: (input) =>
        pipe(
          sound.listCustomers(input),
          TE.map((list) => ({ ...list, has_more: false })),
        ),
    }),
    fails: [
      'listCustomers returns at most limit customers and sets has_more',
      'starting_after pages through customers with one email without repeating or missing one',
    ],
    says: /full page/,
  },
  {
    defect: 'always sets has_more',
    break: (sound) => ({
      ...sound,
      listCards: (input) =>
        pipe(
          sound.listCards(input),
          TE.map((list) => ({ ...list, has_more: true })),
        ),
    }),
    fails: [
      'starting_after pages through cards without repeating or missing one',
      'a page of cards beyond either end is empty',
    ],
    says: /has_more must be false/,
  },
  {
    defect: 'gives every page twice the limit',
    break: (sound) => ({
      ...sound,
      listCards: (input) => sound.listCards({ ...input, limit: input.limit * 2 }),
    }),
    fails: ['starting_after pages through cards without repeating or missing one'],
    says: /no more than its limit/,
  },
  {
    defect: 'ignores the email filter',
    break: (sound) => ({
      ...sound,
      listCustomers: ({ email: _email, ...page }) => sound.listCustomers(page),
    }),
    fails: ['listCustomers by email returns every customer with that email'],
    says: /share an email/,
  },
  {
    defect: 'leaks the card number in an answer',
    break: (sound) => ({
      ...sound,
      createCardToken: (details, options) =>
        pipe(
          sound.createCardToken(details, options),
          TE.map((token) => ({ ...token, card: { ...token.card, number: details.number } })),
        ),
    }),
    fails: ['createCardToken returns neither the number nor the security code'],
    says: /must not hold the card number/,
  },
  {
    defect: 'leaks the security code in the cause of an error',
    break: (sound) => ({
      ...sound,
      createCardToken: (details, options) =>
        pipe(
          sound.createCardToken(details, options),
          TE.mapLeft(
            (): ProcessorError => ({
              _tag: 'Unexpected',
              cause: new Error('wrapped', { cause: new Error(`card[cvc]=${details.cvc}`) }),
            }),
          ),
        ),
    }),
    fails: ['createCardToken refuses a number that fails its check digit: incorrect_number'],
    says: /must not hold the security code/,
  },
  {
    defect: 'returns a deleted customer as existing',
    break: (sound) => {
      const known = new Map<string, Customer>();
      return {
        ...sound,
        createCustomer: (...args) =>
          pipe(
            sound.createCustomer(...args),
            TE.map((customer) => {
              known.set(customer.id, customer);
              return customer;
            }),
          ),
        retrieveCustomer: (input) =>
          pipe(
            sound.retrieveCustomer(input),
            TE.map((found) => ('deleted' in found ? (known.get(found.id) ?? found) : found)),
          ),
      };
    },
    fails: ['deleteCustomer and a later retrieveCustomer return the customer as deleted'],
    says: /returned as deleted/,
  },
  {
    defect: 'refuses a deleted customer as missing',
    break: (sound) => ({
      ...sound,
      retrieveCustomer: (input) =>
        pipe(
          sound.retrieveCustomer(input),
          TE.flatMap(
            (found): TE.TaskEither<ProcessorError, Customer | DeletedCustomer> =>
              'deleted' in found
                ? TE.left({
                    _tag: 'ProcessorRefused',
                    status: 404,
                    message: 'No such customer',
                    code: 'resource_missing',
                    param: 'id',
                  })
                : TE.right(found),
          ),
        ),
    }),
    fails: ['deleteCustomer and a later retrieveCustomer return the customer as deleted'],
    says: /must succeed/,
  },
  {
    defect: 'refunds more than the charge',
    break: (sound) => ({
      ...sound,
      createRefund: (input, options) =>
        pipe(
          sound.createRefund(input, options),
          TE.orElse(() =>
            TE.right<ProcessorError, Refund>({
              id: 're_excess',
              object: 'refund',
              amount: input.amount ?? 0,
              currency: 'eur',
              created: 1,
              status: 'succeeded',
            }),
          ),
        ),
    }),
    fails: [
      'createRefund refuses more than the remaining amount',
      'createRefund refuses an already refunded charge',
      'createRefund refuses a charge that failed',
      'concurrent refunds never exceed the charge',
    ],
    says: /must fail with ProcessorRefused/,
  },
  {
    defect: 'charges one cent more',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: ({ amount, ...input }, options) =>
        sound.createPaymentIntent({ ...input, amount: proven(MinorUnits, amount + 1) }, options),
    }),
    fails: [
      'createPaymentIntent keeps the exact amount, in minor units',
      'confirmPaymentIntent charges pm_card_visa',
    ],
    says: /in minor units and unchanged/,
  },
  {
    defect: 'starts before its TaskEither runs',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: (...args) => {
        const running = sound.createPaymentIntent(...args)();
        return () => running;
      },
      confirmPaymentIntent: (...args) => {
        const running = sound.confirmPaymentIntent(...args)();
        return () => running;
      },
    }),
    fails: [
      'createPaymentIntent does nothing before its TaskEither runs, and its work at each run',
      'confirmPaymentIntent does nothing before its TaskEither runs',
    ],
    says: /does nothing before its TaskEither runs/,
  },
  {
    defect: 'keeps the first result of a call',
    break: (sound) => ({
      ...sound,
      createRefund: (...args) => {
        let running: ReturnType<ReturnType<PaymentProcessor['createRefund']>> | undefined;
        return () => {
          running ??= sound.createRefund(...args)();
          return running;
        };
      },
    }),
    fails: ['createRefund does nothing before its TaskEither runs, and its work at each run'],
    says: /its work at each run/,
  },
  {
    defect: 'strips unknown fields',
    break: onIntents((intent) =>
      pipe(
        t.exact(StripePaymentIntent).decode(intent),
        E.getOrElse((): PaymentIntent => intent),
      ),
    ),
    fails: [
      "createPaymentIntent returns the processor's whole object",
      "listPaymentIntents returns the processor's whole object",
    ],
    says: /pass through with every field/,
  },
  {
    defect: 'reports a decline as a refusal',
    break: onDeclines((error) =>
      error._tag === 'CardError'
        ? {
            _tag: 'ProcessorRefused',
            status: 402,
            message: error.message,
            code: error.code,
            param: error.param,
          }
        : error,
    ),
    fails: [
      'confirmPaymentIntent is declined for pm_card_visa_chargeDeclined: generic_decline',
      'createCard is declined for tok_chargeDeclined: generic_decline',
    ],
    says: /must fail with CardError/,
  },
  {
    defect: 'returns errors of another shape',
    break: onDeclines((error) =>
      error._tag === 'CardError'
        ? { _tag: 'ProcessorFailed', status: Number.NaN, cause: error }
        : error,
    ),
    fails: ['confirmPaymentIntent is declined for pm_card_visa_chargeDeclined: generic_decline'],
    says: /is not a valid ProcessorError/,
  },
  {
    defect: 'does not name the failed charge',
    break: onDeclines((error) => (error._tag === 'CardError' ? { ...error, charge: null } : error)),
    fails: ['confirmPaymentIntent is declined for pm_card_visa_chargeDeclined: generic_decline'],
    says: /charge of a decline must start with ch_/,
  },
  {
    defect: 'reports a lost answer as not done',
    break: (sound) => ({
      ...sound,
      createRefund: (...args) =>
        pipe(
          sound.createRefund(...args),
          TE.mapLeft((error: ProcessorError) =>
            error._tag === 'ProcessorUnavailable'
              ? { ...error, outcome: 'not_done' as const }
              : error,
          ),
        ),
    }),
    fails: ['createRefund after answer_lost is done once when its key is repeated'],
    says: /must not report answer_lost/,
  },
  {
    defect: 'treats a challenge as a success',
    break: onIntents((intent) =>
      intent.status === 'requires_action' ? { ...intent, status: 'succeeded' } : intent,
    ),
    fails: [
      'confirmPaymentIntent with pm_card_authenticationRequired requires the customer to authenticate',
      'cancelPaymentIntent cancels an intent in requires_action',
    ],
    says: /before the customer has authenticated/,
  },
  {
    defect: 'rejects instead of returning an error',
    break: (sound) => ({
      ...sound,
      retrieveCustomer: (input) => async () => {
        const outcome = await sound.retrieveCustomer(input)();
        if (E.isLeft(outcome)) throw new Error('no such customer');
        return outcome;
      },
    }),
    fails: ['retrieveCustomer does not find an unknown customer'],
    says: /no such customer/,
  },
  {
    defect: 'does not name the default card',
    break: (sound) => ({
      ...sound,
      retrieveCustomer: (input) =>
        pipe(
          sound.retrieveCustomer(input),
          TE.map((found) => ({ ...found, default_source: null })),
        ),
    }),
    fails: [
      'the first card becomes the default, a later one does not',
      'updateCustomer makes another card the default',
      'deleteCard deletes the card, and the next card replaces a deleted default',
    ],
    says: /first card is the default/,
  },
  {
    defect: 'reports a cancellation that it did not do',
    break: (sound) => ({
      ...sound,
      cancelPaymentIntent: ({ payment_intent }) =>
        pipe(
          sound.retrievePaymentIntent({ payment_intent }),
          TE.map((intent) => ({ ...intent, status: 'canceled' })),
        ),
    }),
    fails: [
      'cancelPaymentIntent cancels an intent in requires_confirmation',
      'cancelPaymentIntent refuses an intent in succeeded',
      'cancelPaymentIntent keeps the reason abandoned',
      'confirmPaymentIntent refuses an intent that was canceled',
    ],
    says: /stays canceled/,
  },
  {
    defect: 'captures the whole held amount instead of the given one',
    break: (sound) => ({
      ...sound,
      capturePaymentIntent: ({ payment_intent }, options) =>
        sound.capturePaymentIntent({ payment_intent }, options),
    }),
    fails: [
      'capturePaymentIntent with an amount captures that amount and releases the rest',
      'capturePaymentIntent refuses more than the held amount and captures nothing',
    ],
    says: /amount is in minor units/,
  },
  {
    defect: 'reports a capture that it did not do',
    break: (sound) => ({
      ...sound,
      capturePaymentIntent: ({ payment_intent }) =>
        pipe(
          sound.retrievePaymentIntent({ payment_intent }),
          TE.map((intent) => ({
            ...intent,
            status: 'succeeded',
            amount_received: intent.amount,
            amount_capturable: 0,
          })),
        ),
    }),
    fails: [
      'capturePaymentIntent without an amount captures the whole held amount',
      'capturePaymentIntent refuses an intent that was captured before',
    ],
    says: /has received the held amount/,
  },
  {
    defect: 'captures at once, whatever the capture method',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: ({ capture_method: _method, ...input }, options) =>
        sound.createPaymentIntent(input, options),
    }),
    fails: [
      'createPaymentIntent with capture_method manual holds the amount without capturing it',
      'confirmPaymentIntent with capture_method manual holds the amount without capturing it',
      'cancelPaymentIntent cancels an intent in requires_capture',
    ],
    says: /nothing is received yet/,
  },
  {
    defect: 'drops metadata, description and receipt_email of a payment',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: (
        {
          metadata: _metadata,
          shipping: _shipping,
          setup_future_usage: _usage,
          off_session: _offSession,
          ...input
        },
        options,
      ) => sound.createPaymentIntent(input, options),
      createRefund: ({ metadata: _metadata, ...input }, options) =>
        sound.createRefund(input, options),
      createCustomer: ({ metadata: _metadata, ...input }, options) =>
        sound.createCustomer(input, options),
    }),
    fails: [
      'createPaymentIntent keeps metadata, description, receipt_email and statement_descriptor_suffix, also on the charge',
      'createPaymentIntent keeps shipping',
      'createPaymentIntent accepts shipping with a name and part of an address',
      'createPaymentIntent keeps setup_future_usage on_session',
      'createPaymentIntent keeps setup_future_usage off_session',
      'createPaymentIntent with off_session is declined for a card that needs authentication',
      'createRefund keeps metadata',
      'createCustomer keeps metadata',
    ],
    says: /are kept unchanged/,
  },
  {
    defect: 'replaces metadata instead of adding to it',
    break: (sound) => ({
      ...sound,
      updateCustomer: ({ metadata, ...input }, options) =>
        metadata === undefined
          ? sound.updateCustomer(input, options)
          : sound.updateCustomer({ ...input, metadata: { crm: '', ...metadata } }, options),
    }),
    fails: ['updateCustomer adds to metadata and removes keys with an empty value'],
    says: /keys that the update does not name stay/,
  },
  {
    defect: 'forgets the amount and the reason of a refund',
    break: (sound) => ({
      ...sound,
      createRefund: ({ charge }, options) => sound.createRefund({ charge }, options),
    }),
    fails: [
      'createRefund with an amount refunds that amount, and a later one the rest',
      'createRefund refuses more than the remaining amount',
      'createRefund keeps the reason duplicate',
    ],
    says: /amount is in cents/,
  },
  {
    defect: 'drops the fields of a confirmation',
    break: (sound) => ({
      ...sound,
      confirmPaymentIntent: ({ payment_intent }, options) =>
        sound.confirmPaymentIntent({ payment_intent }, options),
    }),
    fails: [
      'confirmPaymentIntent with another card succeeds after a decline',
      'confirmPaymentIntent with a payment method charges that one',
      'confirmPaymentIntent with a return_url returns the page to redirect the customer to',
      "confirmPaymentIntent refuses another customer's card and charges nothing",
      'confirmPaymentIntent refuses an unknown payment method',
    ],
    says: /must succeed/,
  },
  {
    defect: 'drops the fields of the confirmation of a setup',
    break: (sound) => ({
      ...sound,
      confirmSetupIntent: ({ setup_intent }, options) =>
        sound.confirmSetupIntent({ setup_intent }, options),
    }),
    fails: [
      'confirmSetupIntent with a payment method saves that one',
      'confirmSetupIntent with another card succeeds after a decline',
      'confirmSetupIntent with a return_url returns the page to redirect the customer to',
      "confirmSetupIntent refuses another customer's card",
    ],
    says: /must succeed/,
  },
  {
    defect: 'does not name the setup intent of a decline',
    break: (sound) => ({
      ...sound,
      confirmSetupIntent: (...args) =>
        pipe(
          sound.confirmSetupIntent(...args),
          TE.mapLeft((error) => {
            if (error._tag !== 'CardError') return error;
            const { setup_intent: _setupIntent, ...rest } = error;
            return rest;
          }),
        ),
    }),
    fails: [
      'confirmSetupIntent is declined for pm_card_visa_chargeDeclined, and saves nothing',
      'confirmSetupIntent is declined for pm_card_chargeDeclinedExpiredCard, and saves nothing',
    ],
    says: /"setup_intent":"seti_/,
  },
  {
    defect: 'confirms every setup at once',
    break: (sound) => ({
      ...sound,
      createSetupIntent: (input, options) =>
        sound.createSetupIntent({ ...input, confirm: true }, options),
    }),
    fails: [
      'createSetupIntent returns an intent in requires_confirmation',
      'cancelSetupIntent cancels an intent in requires_confirmation',
    ],
    says: /a new setup intent has the given fields/,
  },
  {
    defect: 'never confirms a setup at its creation',
    break: (sound) => ({
      ...sound,
      createSetupIntent: ({ confirm: _confirm, ...input }, options) =>
        sound.createSetupIntent({ ...input, confirm: false }, options),
    }),
    fails: [
      'createSetupIntent with confirm: true saves the card',
      'createPaymentIntent with off_session charges …3155 after a setup intent, and not before',
    ],
    says: /the intent is created and confirmed/,
  },
  {
    defect: 'confirms as if the customer were always present',
    break: (sound) => ({
      ...sound,
      confirmPaymentIntent: ({ off_session: _off, ...input }, options) =>
        sound.confirmPaymentIntent(input, options),
    }),
    fails: [
      'confirmPaymentIntent with off_session is declined for a card that needs authentication, and takes no money',
    ],
    says: /must fail with CardError/,
  },
  {
    defect: 'saves no card of a payment',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: ({ setup_future_usage: _usage, ...input }, options) =>
        sound.createPaymentIntent(input, options),
    }),
    fails: [
      'createPaymentIntent with setup_future_usage off_session saves its card',
      'createPaymentIntent keeps setup_future_usage off_session',
    ],
    says: /has the card that has paid/,
  },
  {
    defect: 'charges off session as if the customer were present',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: ({ off_session: _off, ...input }, options) =>
        sound.createPaymentIntent(input, options),
    }),
    fails: [
      'createPaymentIntent with off_session charges …3155 after a setup intent, and not before',
      'a payment that was declined off session with authentication_required succeeds when the customer is back',
      'createPaymentIntent with off_session is declined for a card that needs authentication',
    ],
    says: /must fail with CardError/,
  },
  {
    defect: 'always wants manual confirmation',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: (input, options) =>
        sound.createPaymentIntent({ ...input, confirmation_method: 'manual' }, options),
    }),
    fails: ['after a passed challenge, an intent with automatic confirmation is charged'],
    says: /moves on by itself/,
  },
  {
    defect: 'confirms every intent at once',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: (input, options) =>
        sound.createPaymentIntent({ ...input, confirm: true }, options),
    }),
    fails: [
      'createPaymentIntent returns an intent in requires_confirmation',
      'cancelPaymentIntent cancels an intent in requires_confirmation',
    ],
    says: /a new intent has the given fields/,
  },
  {
    defect: 'forgets what a checkout session is for',
    break: (sound) => ({
      ...sound,
      createCheckoutSession: (
        { metadata: _metadata, client_reference_id: _reference, expires_at: _at, ...input },
        options,
      ) => sound.createCheckoutSession(input, options),
    }),
    fails: ['createCheckoutSession keeps client_reference_id, metadata and expires_at'],
    says: /are kept unchanged/,
  },
  {
    defect: 'reports the end of a checkout session that it did not end',
    break: (sound) => ({
      ...sound,
      expireCheckoutSession: ({ session }) =>
        pipe(
          sound.retrieveCheckoutSession({ session }),
          TE.map((found) => ({ ...found, status: 'expired', url: null })),
        ),
    }),
    fails: ['expireCheckoutSession ends an open session, once'],
    says: /must fail with ProcessorRefused/,
  },
  {
    defect: 'lists the intents of a customer of all times',
    break: (sound) => ({
      ...sound,
      listPaymentIntents: ({ created_from: _from, created_to: _to, ...page }) =>
        sound.listPaymentIntents(page),
    }),
    fails: [
      'listPaymentIntents lists the intents of a customer from a moment until just before another',
    ],
    says: /created_from is included, created_to is not/,
  },
  {
    defect: 'starts over at an unknown cursor',
    break: (sound) => ({
      ...sound,
      listPaymentIntents: (input) =>
        pipe(
          sound.listPaymentIntents(input),
          TE.orElse(() =>
            sound.listPaymentIntents({ customer: input.customer, limit: input.limit }),
          ),
        ),
    }),
    fails: [
      'a list of payment intents refuses an unknown starting_after',
      'a list of payment intents refuses an unknown ending_before',
    ],
    says: /must fail with ProcessorRefused/,
  },
  {
    defect: 'empties the fields that an update does not name',
    break: (sound) => ({
      ...sound,
      updateCustomer: (input, options) =>
        sound.updateCustomer({ name: '', phone: '', ...input }, options),
    }),
    fails: ['updateCustomer changes only the given fields'],
    says: /changes only the given fields/,
  },
  {
    defect: 'reports an object missing in the body as missing in the path',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: (input, options) =>
        pipe(
          sound.createPaymentIntent(input, options),
          TE.mapLeft((error) =>
            error._tag === 'ProcessorRefused' ? { ...error, status: 404 } : error,
          ),
        ),
    }),
    fails: [
      'createPaymentIntent refuses an unknown customer',
      'createPaymentIntent refuses an unknown payment method',
      'createPaymentIntent refuses a deleted customer',
    ],
    says: /"status":400/,
  },
];
