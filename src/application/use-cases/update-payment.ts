import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId, PaymentIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { oneOf, text } from '../../domain/input/primitives.js';
import { AmountMinor } from '../../domain/money/amount.js';
import { CurrencyCode } from '../../domain/money/currency-code.js';
import { AmountOfOther } from '../../domain/money/whole-units.js';
import { MetadataChange } from '../../domain/objects/metadata.js';
import { checkMethodCurrencies } from '../../domain/objects/method-currencies.js';
import {
  captureMethods,
  type PaymentIntent,
  setupFutureUsages,
} from '../../domain/objects/payment-intent.js';
import { MethodTypesField } from '../../domain/objects/payment-methods.js';
import { ShippingField } from '../../domain/objects/shipping.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import { allowedCurrency } from '../allowed-currency.js';
import { amountInMinorUnits } from '../amount-in-minor-units.js';
import { type CeilingDependencies, checkPaymentCeiling } from '../ceilings.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { readBeforeChange } from '../read-before-change.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const UpdatePayment = input(
  {
    /** Id of the payment intent, `pi_...`. */
    payment_intent: PaymentIntentId,
  },
  {
    /** The new amount as text in whole units of the payment's currency, or of the given one: `'19.99'`. */
    amount: AmountOfOther,
    /** In place of `amount`: the new amount in minor units, such as cents: 1999 is 19.99 euros, or 1999 yen. */
    amount_minor: AmountMinor,
    /** Three-letter code of one of the configured currencies. Only together with an amount. */
    currency: CurrencyCode,
    /** Id of the customer, `cus_...`, of a payment that has none yet. */
    customer: CustomerId,
    /** The types of payment methods that your page may offer, such as `['card', 'bizum']`. */
    payment_methods: MethodTypesField,
    /** Texts by name that change; an empty text removes its name. */
    metadata: MetadataChange,
    /** Describes it. Customers may see it. */
    description: text('Describes the payment. Customers may see it'),
    /** The email address to which the processor sends its receipt. */
    receipt_email: text('The email address to which the processor sends its receipt'),
    /** The end of the text on the customer's bank statement: up to 22 Latin characters with the account's prefix. */
    statement_descriptor_suffix: text(
      "The last part of the text on the customer's bank statement, after the prefix of the account",
    ),
    /** Where the goods are sent to. */
    shipping: ShippingField,
    /** When the money is taken: with the confirmation, or later by `capturePayment` (`manual`). */
    capture_method: oneOf(
      captureMethods,
      'When the money is taken: with the confirmation, or later by a capture (`manual`)',
    ),
    /** Saves the payment method for later payments, with the customer present or not. An empty text: does not save it. */
    setup_future_usage: oneOf(
      [...setupFutureUsages, ''],
      'Saves the payment method for later payments, with the customer present or not. An empty text: does not save it',
    ),
  },
  { amount: 'amount_minor' },
);
export type UpdatePayment = InputOf<typeof UpdatePayment>;

type Dependencies = Pick<PaymentProcessor, 'updatePaymentIntent' | 'retrievePaymentIntent'> & {
  /** The currencies that payments may use, in lower case. */
  readonly currencies: ReadonlyArray<string>;
} & Pick<CeilingDependencies, 'ceilings'>;

// An amount means nothing without its currency, which the request need not name. '': it is not needed.
const currencyOf = (
  deps: Dependencies,
  { payment_intent, amount, amount_minor, currency, payment_methods }: UpdatePayment,
): TE.TaskEither<PaymentError, string> => {
  if (currency !== undefined) return TE.fromEither(allowedCurrency(deps, currency));
  const isNeeded =
    amount !== undefined ||
    payment_methods !== undefined ||
    (amount_minor !== undefined && deps.ceilings.largestPayment !== undefined);
  return isNeeded
    ? pipe(
        readBeforeChange(deps.retrievePaymentIntent({ payment_intent })),
        TE.bimap(missingAsNotFound('payment_intent'), (intent) => intent.currency),
      )
    : TE.right('');
};

// The number of minor units would stay: 19.99 euros would become 1999 yen.
const currencyProblem = ({
  amount,
  amount_minor,
  currency,
}: UpdatePayment): E.Either<PaymentError, void> =>
  currency === undefined || amount !== undefined || amount_minor !== undefined
    ? E.right(undefined)
    : E.left({
        _tag: 'InvalidInput',
        field: 'currency',
        refusal: { _tag: 'Requires', other: 'amount' },
      });

const methodsProblem = (
  { payment_methods }: UpdatePayment,
  currency: string,
): E.Either<PaymentError, void> =>
  pipe(
    checkMethodCurrencies(payment_methods, currency),
    E.mapLeft((refusal) => ({ _tag: 'InvalidInput', field: 'payment_methods', refusal })),
  );

// The caller shows an amount to the customer: it must be the one that was charged.
const withWhatHolds =
  ({ retrievePaymentIntent }: Dependencies, payment_intent: PaymentIntentId) =>
  (error: ProcessorError): TE.TaskEither<ProcessorError, PaymentIntent> =>
    error._tag === 'ProcessorRefused' && error.code === 'payment_intent_unexpected_state'
      ? pipe(
          retrievePaymentIntent({ payment_intent }),
          TE.match(
            () => error,
            ({ amount, currency, status }) => ({ ...error, holds: { amount, currency, status } }),
          ),
          TE.leftTask,
        )
      : TE.left(error);

/**
 * Updates a payment that is not confirmed yet: only the given fields change. When it is confirmed at the same time, the processor
 * decides, and refuses an update that comes too late. The result, or the refusal, has the amount that holds.
 */
export const updatePayment =
  (deps: Dependencies): UseCase<UpdatePayment, PaymentIntent> =>
  (asked, options) => {
    const { amount: _amount, amount_minor: _minor, ...changes } = asked;
    return pipe(
      TE.fromEither(currencyProblem(asked)),
      TE.flatMap(() => currencyOf(deps, asked)),
      TE.bindTo('currency'),
      TE.bind('amount', ({ currency }) => TE.fromEither(amountInMinorUnits(asked, currency))),
      TE.tap(({ amount, currency }) =>
        TE.fromEither(
          amount === undefined
            ? E.right(undefined)
            : checkPaymentCeiling(deps, { amount, currency }),
        ),
      ),
      TE.tap(({ currency }) => TE.fromEither(methodsProblem(asked, currency))),
      TE.flatMap(({ amount, currency }) =>
        pipe(
          deps.updatePaymentIntent(
            {
              ...changes,
              ...(amount === undefined ? {} : { amount }),
              // Whole units hold in the currency that was read, which another update may change meanwhile.
              ...(asked.amount === undefined ? {} : { currency }),
            },
            options,
          ),
          TE.orElse(withWhatHolds(deps, asked.payment_intent)),
          TE.bimap(missingAsNotFound('payment_intent'), withoutClientSecret),
        ),
      ),
    );
  };
