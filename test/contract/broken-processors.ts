import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentProcessor } from '../../src/application/ports/payment-processor.js';
import { proven } from '../../src/contract/support/proven.js';
import type { Customer, DeletedCustomer } from '../../src/domain/customer.js';
import { PaymentIntentId } from '../../src/domain/ids.js';
import type { List } from '../../src/domain/list.js';
import { Cents } from '../../src/domain/money.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import type { PaymentIntent } from '../../src/domain/payment-intent.js';
import type { Refund } from '../../src/domain/refund.js';

type Broken = {
  readonly defect: string;
  readonly break: (sound: PaymentProcessor) => PaymentProcessor;
  /** Clauses that must fail, by their names. */
  readonly fails: ReadonlyArray<string>;
  /** What the first of them must say. */
  readonly says: RegExp;
};

const reversed = <A>(list: List<A>): List<A> => ({ ...list, data: list.data.toReversed() });

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

/** What an adapter may get wrong, and the clauses that find it. */
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
      createRefund: (input) => sound.createRefund(input),
    }),
    fails: [
      'createPaymentIntent with a repeated key charges once',
      'createPaymentIntent with one key at once makes one intent',
      'createCustomer with a repeated key makes one customer',
      'createCard with a repeated key makes one card',
      'confirmPaymentIntent with a repeated key charges once',
      'capturePaymentIntent with a repeated key answers the captured intent again',
      'cancelPaymentIntent with a repeated key answers the canceled intent again',
      'createRefund with a repeated key refunds once',
      'a repeated key gets the first decline again, and no second failed charge',
      'a key is refused for other input, and nothing is done',
      'a key is refused for another operation, and nothing is done',
      'createPaymentIntent after answer_lost does its work once when its key is repeated',
      'createRefund after answer_lost does its work once when its key is repeated',
    ],
    says: /repeated key gets the first answer/,
  },
  {
    defect: 'answers a repeated key from another first answer',
    break: (sound) => ({
      ...sound,
      createRefund: (input, options) =>
        sound.createRefund(input, {
          idempotencyKey: `${options?.idempotencyKey ?? ''}${Math.random()}`,
        }),
    }),
    fails: [
      'createRefund with a repeated key refunds once',
      'createRefund after answer_lost does its work once when its key is repeated',
    ],
    says: /repeated key gets the first answer/,
  },
  {
    defect: 'calls missing what it may have deleted before',
    break: (sound) => ({
      ...sound,
      deleteCustomer: (input) => sound.deleteCustomer(input),
      deleteCard: (input) => sound.deleteCard(input),
    }),
    fails: [
      'deleteCustomer in doubt answers a customer that is deleted already as deleted',
      'deleteCard in doubt answers a card that is deleted already as deleted',
    ],
    says: /deleteCustomer in doubt/,
  },
  {
    defect: 'drops charges',
    break: onIntents((intent) => ({ ...intent, charges: { ...intent.charges, data: [] } })),
    fails: [
      'confirmPaymentIntent charges pm_card_visa',
      'createPaymentIntent with confirm: true also charges',
      'listPaymentIntents gives each intent as it is now',
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
            data: list.data.map((intent) => ({
              ...intent,
              charges: { ...intent.charges, data: [] },
            })),
          })),
        ),
    }),
    fails: ['listPaymentIntents gives each intent as it is now'],
    says: /charges must hold the charge that latest_charge names/,
  },
  {
    defect: 'lists oldest first',
    break: (sound) => ({
      ...sound,
      listPaymentIntents: (input) => pipe(sound.listPaymentIntents(input), TE.map(reversed)),
    }),
    fails: [
      'payment intents come newest first, and a page that holds the last one says so',
      'payment intents before a cursor are those immediately newer, newest first',
    ],
    says: /newest first/,
  },
  {
    defect: 'takes ending_before for the oldest end of the list',
    break: (sound) => ({
      ...sound,
      listRefunds: ({ ending_before, ...input }) =>
        sound.listRefunds(
          ending_before === undefined ? input : { ...input, starting_after: ending_before },
        ),
    }),
    fails: ['refunds before a cursor are those immediately newer, newest first'],
    says: /ending_before/,
  },
  {
    defect: 'reads the newest refund of a payment, whichever is asked for',
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
    fails: ['retrieveRefund answers the refund'],
    says: /retrieveRefund answers the refund of the id/,
  },
  {
    defect: 'never says that there is more',
    break: (sound) => ({
      ...sound,
      listCustomers: (input) =>
        pipe(
          sound.listCustomers(input),
          TE.map((list) => ({ ...list, has_more: false })),
        ),
    }),
    fails: [
      'listCustomers keeps to its limit and says that there are more',
      'customers of one email after a cursor are the older ones: pages neither repeat nor miss one',
    ],
    says: /full page/,
  },
  {
    defect: 'always says that there is more',
    break: (sound) => ({
      ...sound,
      listCards: (input) =>
        pipe(
          sound.listCards(input),
          TE.map((list) => ({ ...list, has_more: true })),
        ),
    }),
    fails: [
      'cards after a cursor are the older ones: pages neither repeat nor miss one',
      'cards end in both directions with an empty page',
    ],
    says: /has_more must be false/,
  },
  {
    defect: 'gives every page twice the limit',
    break: (sound) => ({
      ...sound,
      listCards: (input) => sound.listCards({ ...input, limit: input.limit * 2 }),
    }),
    fails: ['cards after a cursor are the older ones: pages neither repeat nor miss one'],
    says: /no more than its limit/,
  },
  {
    defect: 'ignores the email filter',
    break: (sound) => ({
      ...sound,
      listCustomers: ({ email: _email, ...page }) => sound.listCustomers(page),
    }),
    fails: ['listCustomers by email gives those who have it, several too'],
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
    fails: ['createCardToken answers neither number nor security code'],
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
    defect: 'answers a deleted customer as existing',
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
    fails: ['deleteCustomer says so, and so does a later retrieveCustomer'],
    says: /answered as deleted/,
  },
  {
    defect: 'answers a deleted customer as missing',
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
    fails: ['deleteCustomer says so, and so does a later retrieveCustomer'],
    says: /must succeed/,
  },
  {
    defect: 'exceeds the charge with its refunds',
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
      'createRefund refuses more than is left',
      'createRefund refuses a charge that is refunded already',
      'createRefund refuses a charge that failed',
      'concurrent refunds never exceed the charge',
    ],
    says: /must fail with ProcessorRefused/,
  },
  {
    defect: 'charges a cent more',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: ({ amount, ...input }, options) =>
        sound.createPaymentIntent({ ...input, amount: proven(Cents, amount + 1) }, options),
    }),
    fails: [
      'createPaymentIntent takes 1999 cents, exactly',
      'createPaymentIntent takes 7840 cents, exactly',
      'confirmPaymentIntent charges pm_card_visa',
    ],
    says: /change by nothing/,
  },
  {
    defect: 'starts before it is run',
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
      'createPaymentIntent does nothing before it runs, and its work at each run',
      'confirmPaymentIntent does nothing before it runs',
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
    fails: ['createRefund does nothing before it runs, and its work at each run'],
    says: /its work at each run/,
  },
  {
    defect: 'strips the fields that it does not know',
    break: onIntents((intent) => ({
      id: intent.id,
      object: intent.object,
      amount: intent.amount,
      currency: intent.currency,
      status: intent.status,
      created: intent.created,
      livemode: intent.livemode,
      payment_method_types: intent.payment_method_types,
      charges: intent.charges,
      latest_charge: intent.latest_charge,
    })),
    fails: [
      "createPaymentIntent answers the processor's whole object",
      "listPaymentIntents answers the processor's whole object",
    ],
    says: /pass through with every field/,
  },
  {
    defect: 'tells a decline as a refusal',
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
    defect: 'gives errors another shape',
    break: onDeclines((error) =>
      error._tag === 'CardError'
        ? { _tag: 'ProcessorFailed', status: Number.NaN, cause: error }
        : error,
    ),
    fails: ['confirmPaymentIntent is declined for pm_card_visa_chargeDeclined: generic_decline'],
    says: /must be a ProcessorError/,
  },
  {
    defect: 'does not say which charge failed',
    break: onDeclines((error) => (error._tag === 'CardError' ? { ...error, charge: null } : error)),
    fails: ['confirmPaymentIntent is declined for pm_card_visa_chargeDeclined: generic_decline'],
    says: /charge of a decline must start with ch_/,
  },
  {
    defect: 'tells a lost answer as work that was not done',
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
    fails: ['createRefund after answer_lost does its work once when its key is repeated'],
    says: /must not tell the fault answer_lost/,
  },
  {
    defect: 'takes a challenge for a success',
    break: onIntents((intent) =>
      intent.status === 'requires_action' ? { ...intent, status: 'succeeded' } : intent,
    ),
    fails: [
      'confirmPaymentIntent of pm_card_authenticationRequired asks for the customer',
      'cancelPaymentIntent cancels an intent in requires_action',
    ],
    says: /before the customer has authenticated/,
  },
  {
    defect: 'rejects instead of answering an error',
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
      'deleteCard removes the card; when it was the default, the next one takes its place',
    ],
    says: /first card is the default/,
  },
  {
    defect: 'says that it canceled, and did not',
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
    defect: 'takes all that is held, whatever is asked for',
    break: (sound) => ({
      ...sound,
      capturePaymentIntent: ({ payment_intent }, options) =>
        sound.capturePaymentIntent({ payment_intent }, options),
    }),
    fails: [
      'capturePaymentIntent with an amount takes that much, and releases the rest',
      'capturePaymentIntent refuses more than is held, and takes nothing',
    ],
    says: /amount is in minor units/,
  },
  {
    defect: 'says that it captured, and did not',
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
      'capturePaymentIntent without an amount takes all that is held',
      'capturePaymentIntent refuses an intent that was captured before',
    ],
    says: /has received what it held/,
  },
  {
    defect: 'takes the money at once, whatever the capture method',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: ({ capture_method: _method, ...input }, options) =>
        sound.createPaymentIntent(input, options),
    }),
    fails: [
      'createPaymentIntent with capture_method manual holds the money and takes none',
      'confirmPaymentIntent with capture_method manual holds the money and takes none',
      'cancelPaymentIntent cancels an intent in requires_capture',
    ],
    says: /nothing is received yet/,
  },
  {
    defect: 'drops what a shop says of a payment',
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
      'createPaymentIntent keeps what the shop says of a payment, in every answer and on its charge',
      'createPaymentIntent keeps where the goods go',
      'createPaymentIntent takes shipping of a name and a part of an address',
      'createPaymentIntent keeps setup_future_usage on_session',
      'createPaymentIntent keeps setup_future_usage off_session',
      'createPaymentIntent with off_session is declined where the customer would have to authenticate',
      'createRefund keeps metadata',
      'createCustomer keeps metadata',
    ],
    says: /kept as it is/,
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
    fails: ['updateCustomer adds to metadata, and removes a key whose text is empty'],
    says: /a key that is not named stays/,
  },
  {
    defect: 'forgets the amount and the reason of a refund',
    break: (sound) => ({
      ...sound,
      createRefund: ({ charge }, options) => sound.createRefund({ charge }, options),
    }),
    fails: [
      'createRefund with an amount gives back that much, and then what is left',
      'createRefund refuses more than is left',
      'createRefund keeps the reason duplicate',
    ],
    says: /amount is in cents/,
  },
  {
    defect: 'does not pass on what a confirmation says',
    break: (sound) => ({
      ...sound,
      confirmPaymentIntent: ({ payment_intent }, options) =>
        sound.confirmPaymentIntent({ payment_intent }, options),
    }),
    fails: [
      'confirmPaymentIntent with another card succeeds after a decline',
      'confirmPaymentIntent charges another payment method when it is given one',
      'confirmPaymentIntent with a return_url says where to send the customer',
      "confirmPaymentIntent refuses another customer's card, and charges nothing",
      'confirmPaymentIntent refuses an unknown payment method',
    ],
    says: /must succeed/,
  },
  {
    defect: 'always wants manual confirmation',
    break: (sound) => ({
      ...sound,
      createPaymentIntent: (input, options) =>
        sound.createPaymentIntent({ ...input, confirmation_method: 'manual' }, options),
    }),
    fails: ['a passed challenge with automatic confirmation charges by itself'],
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
      'createPaymentIntent answers an intent that waits for its confirmation',
      'cancelPaymentIntent cancels an intent in requires_confirmation',
    ],
    says: /a new intent says what it is for/,
  },
  {
    defect: 'begins anew at an unknown cursor',
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
      'payment intents refuse an unknown starting_after',
      'payment intents refuse an unknown ending_before',
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
    fails: ['updateCustomer changes the given fields and no other'],
    says: /leaves the rest/,
  },
  {
    defect: 'tells a missing object of the body as missing in the path',
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
      'createPaymentIntent does not take a deleted customer',
    ],
    says: /"status":400/,
  },
];
