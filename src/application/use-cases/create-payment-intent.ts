import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { ConfirmationTokenId, CustomerId, PaymentMethodId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { flag, oneOf, text } from '../../domain/input/primitives.js';
import { AmountMinor } from '../../domain/money/amount.js';
import { CurrencyCode } from '../../domain/money/currency-code.js';
import type { MinorUnits } from '../../domain/money/money.js';
import { AmountText } from '../../domain/money/whole-units.js';
import { MandateField } from '../../domain/objects/mandate.js';
import { NewMetadata } from '../../domain/objects/metadata.js';
import { checkMethodCurrencies } from '../../domain/objects/method-currencies.js';
import {
  captureMethods,
  type PaymentIntent,
  setupFutureUsages,
} from '../../domain/objects/payment-intent.js';
import { PaymentMethodsField } from '../../domain/objects/payment-methods.js';
import { ReturnUrl } from '../../domain/objects/return-url.js';
import { ShippingField } from '../../domain/objects/shipping.js';
import type { InvalidInput, MissingInput, PaymentTooLarge } from '../../domain/payment-error.js';
import { lacks, type ProcessorFeatures } from '../../domain/processor-feature.js';
import { allowedCurrency } from '../allowed-currency.js';
import { type CeilingDependencies, checkPaymentCeiling } from '../ceilings.js';
import { confirmedOnPage } from '../confirmed-on-page.js';
import type { ConfirmationMethod, PaymentProcessor } from '../ports/payment-processor.js';
import { checkReturnUrl, type ReturnUrlSchemes } from '../return-url-schemes.js';
import type { UseCase } from '../use-case.js';

export const CreatePaymentIntent = input(
  {
    /** Id of the customer, `cus_...`. May be left out with `payment_methods`. Left out with a processor without customers. */
    customer: CustomerId,
    /** Text in whole units of the currency (euros), at most two decimals: `'19.99'`. */
    amount: AmountText,
    /**
     * Id of a payment method or card, `pm_...` or `card_...`. Left out with a processor without saved cards and card tokens.
     */
    payment_method: PaymentMethodId,
  },
  {
    /** In place of `amount`: the amount in minor units, such as cents: 1999 is 19.99 euros, or 1999 yen. */
    amount_minor: AmountMinor,
    /** Three-letter code of one of the configured currencies. Default: `eur`. */
    currency: CurrencyCode,
    /**
     * In place of `payment_method`: what the customer may pay with on your page, where the customer confirms. `'automatic'` is what the
     * account has enabled; a list names types, such as `['card', 'bizum']`.
     */
    payment_methods: PaymentMethodsField,
    /** The choice of the customer, sent by your page: `ctoken_...`. With `payment_methods` and `confirm: true`. */
    confirmation_token: ConfirmationTokenId,
    /** The customer's agreement to a direct debit. With `confirmation_token`, for methods that need it. */
    mandate: MandateField,
    /** Whether to confirm in the same call. Default: `false`. */
    confirm: flag('Confirm in the same call'),
    /** The page that the customer comes back to after 3D Secure: an `https` or `http` URL. */
    return_url: ReturnUrl,
    /** Your own texts by name. `metadata.pasarela_key` is not yours. */
    metadata: NewMetadata,
    /** Describes it. Customers may see it. */
    description: text('Describes the payment. Customers may see it'),
    /** The email address to which the processor sends its receipt. */
    receipt_email: text('The email address to which the processor sends its receipt'),
    /** The end of the text on the customer's bank statement: up to 22 Latin characters with the account's prefix. */
    statement_descriptor_suffix: text(
      "The last part of the text on the customer's bank statement, after the prefix of the account: up to 22 Latin characters with the prefix, at least one letter, without `<>\\'\"*`",
    ),
    /** Where the goods are sent to. */
    shipping: ShippingField,
    /** When the money is taken: with the confirmation, or later by `capturePayment` (`manual`). */
    capture_method: oneOf(
      captureMethods,
      'When the money is taken: with the confirmation, or later by a capture (`manual`)',
    ),
    /** Saves the payment method for later payments, with the customer present or not. */
    setup_future_usage: oneOf(
      setupFutureUsages,
      'Saves the payment method for later payments, with the customer present or not',
    ),
    /** Whether the customer is absent, and cannot authenticate. Only with a confirmation. */
    off_session: flag('The customer is not present to authenticate. Only with `confirm: true`'),
  },
  { amount: 'amount_minor' },
  ['customer', 'payment_method'],
  confirmedOnPage(['payment_method', 'off_session']),
);
export type CreatePaymentIntent = InputOf<typeof CreatePaymentIntent>;

type Dependencies = Pick<PaymentProcessor, 'createPaymentIntent'> &
  ReturnUrlSchemes & {
    readonly confirmationMethod: ConfirmationMethod;
    /** The currencies that payments may use, in lower case. */
    readonly currencies: ReadonlyArray<string>;
    /** The features of the processor. Absent: it has all. */
    readonly features?: ProcessorFeatures;
  } & Pick<CeilingDependencies, 'ceilings' | 'attempt'>;

type Refused = InvalidInput | MissingInput | PaymentTooLarge;

const refused = (field: string, refusal: InvalidInput['refusal']): E.Either<Refused, never> =>
  E.left({ _tag: 'InvalidInput', field, refusal });

const methodsProblem = (
  { payment_methods }: Pick<CreatePaymentIntent, 'payment_methods'>,
  currency: string,
): E.Either<Refused, void> =>
  pipe(
    checkMethodCurrencies(payment_methods, currency),
    E.mapLeft((refusal) => ({ _tag: 'InvalidInput', field: 'payment_methods', refusal })),
  );

// The input was decoded, so one of the two amounts is present.
const readAmount = (amount: MinorUnits | undefined): E.Either<Refused, MinorUnits> =>
  E.fromNullable<Refused>({ _tag: 'MissingInput', required: ['amount'], fields: ['amount'] })(
    amount,
  );

// A processor that confirms in the same call takes these fields only with a confirmation.
const confirmationProblem = (
  { features = {} }: Pick<Dependencies, 'features'>,
  {
    confirm,
    off_session,
    return_url,
  }: Pick<CreatePaymentIntent, 'confirm' | 'off_session' | 'return_url'>,
): E.Either<Refused, undefined> => {
  if (confirm === true || lacks(features, 'confirmOnCreation')) return E.right(undefined);
  const onlyWithConfirm = { _tag: 'OnlyWith', other: 'confirm' } as const;
  if (off_session === true) return refused('off_session', onlyWithConfirm);
  return return_url === undefined ? E.right(undefined) : refused('return_url', onlyWithConfirm);
};

// One list of checks: each combinator of a chain would take half a microsecond.
const problemOf = (
  deps: Dependencies,
  asked: CreatePaymentIntent,
  money: { readonly currency: string; readonly amount: MinorUnits },
): E.Left<Refused> | undefined =>
  [
    checkPaymentCeiling(deps, money),
    methodsProblem(asked, money.currency),
    confirmationProblem(deps, asked),
    checkReturnUrl(deps, asked.return_url),
  ].find(E.isLeft);

/**
 * Creates a payment intent in euros, unless `currency` says otherwise (decisions P2 and P15): for a card, which `confirm: true`
 * charges in the same call, or with `payment_methods` for what the customer chooses (decision P16).
 */
export const createPaymentIntent =
  (deps: Dependencies): UseCase<CreatePaymentIntent, PaymentIntent> =>
  (asked, options) => {
    const {
      amount: whole,
      amount_minor,
      currency: given = 'eur',
      confirm = false,
      off_session = false,
      ...intent
    } = asked;
    const currency = allowedCurrency(deps, given);
    if (E.isLeft(currency)) return TE.left(currency.left);
    const amount = readAmount(whole ?? amount_minor);
    if (E.isLeft(amount)) return TE.left(amount.left);
    const money = { currency: currency.right, amount: amount.right };
    const problem = problemOf(deps, asked, money);
    if (problem !== undefined) return TE.left(problem.left);
    return deps.createPaymentIntent(
      {
        ...intent,
        ...money,
        // The customer confirms on the page, and the payment goes on by itself (decision P16).
        confirmation_method:
          asked.payment_methods === undefined ? deps.confirmationMethod : 'automatic',
        confirm,
        ...(off_session ? { off_session } : {}),
      },
      options,
    );
  };
