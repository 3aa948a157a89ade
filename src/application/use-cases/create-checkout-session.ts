import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { UnixSeconds } from '../../domain/input/moment.js';
import { oneOf, text } from '../../domain/input/primitives.js';
import { CurrencyCode } from '../../domain/money/currency-code.js';
import {
  type CheckoutSession,
  checkoutLocales,
  checkoutModes,
  customerCreations,
  SuccessUrl,
} from '../../domain/objects/checkout-session.js';
import { LineItems, totalOf } from '../../domain/objects/line-items.js';
import { NewMetadata } from '../../domain/objects/metadata.js';
import { checkMethodCurrencies } from '../../domain/objects/method-currencies.js';
import { captureMethods, setupFutureUsages } from '../../domain/objects/payment-intent.js';
import { PaymentMethodsField } from '../../domain/objects/payment-methods.js';
import { ReturnUrl } from '../../domain/objects/return-url.js';
import type { InvalidInput, MissingInput, PaymentTooLarge } from '../../domain/payment-error.js';
import { allowedCurrency } from '../allowed-currency.js';
import { type CeilingDependencies, checkPaymentCeiling } from '../ceilings.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { checkReturnUrl, type ReturnUrlSchemes } from '../return-url-schemes.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const CreateCheckoutSession = input(
  {
    /** The page that the customer comes to at the end. The processor replaces `{CHECKOUT_SESSION_ID}` in it by the id of the session. */
    success_url: SuccessUrl,
  },
  {
    /** The lines that the customer pays, with prices in the currency of the session. Required in mode `payment`. */
    line_items: LineItems,
    /** Whether the customer pays the lines, or saves a card without paying (`setup`). Default: `payment`. */
    mode: oneOf(
      checkoutModes,
      'Whether the customer pays the lines, or saves a card without paying (`setup`). Default: `payment`',
    ),
    /** Three-letter code of one of the configured currencies. Default: `eur`. */
    currency: CurrencyCode,
    /** The page that the customer comes to after going back without paying. */
    cancel_url: ReturnUrl,
    /** Id of the customer, `cus_...`. Absent: a guest. */
    customer: CustomerId,
    /** The email address of a guest, which the page begins with. */
    customer_email: text('The email address of a guest, which the page begins with'),
    /** Whether a guest becomes a customer. Default: only where that is needed. */
    customer_creation: oneOf(
      customerCreations,
      'Whether a guest becomes a customer. Default: only where that is needed',
    ),
    /** The payment methods on the page: `'automatic'`, those that the account has enabled, or a list of types. Default: cards. */
    payment_methods: PaymentMethodsField,
    /** Your own reference, such as the number of the order. */
    client_reference_id: text('Your own reference, such as the number of the order'),
    /** Your own texts by name, on the session and on its payment. `metadata.pasarela_key` is not yours. */
    metadata: NewMetadata,
    /** Describes the payment. Customers may see it. */
    description: text('Describes the payment. Customers may see it'),
    /** The end of the text on the customer's bank statement: up to 22 Latin characters with the account's prefix. */
    statement_descriptor_suffix: text(
      "The last part of the text on the customer's bank statement, after the prefix of the account: up to 22 Latin characters with the prefix, at least one letter, without `<>\\'\"*`",
    ),
    /** When the money is taken: with the payment, or later by `capturePayment` (`manual`). */
    capture_method: oneOf(
      captureMethods,
      'When the money is taken: with the payment, or later by a capture (`manual`)',
    ),
    /** Saves the payment method for later payments, with the customer present or not. */
    setup_future_usage: oneOf(
      setupFutureUsages,
      'Saves the payment method for later payments, with the customer present or not',
    ),
    /** When the session expires, Unix seconds: 30 minutes to 24 hours from now. Default: after 24 hours. */
    expires_at: UnixSeconds,
    /** The language of the page, such as `es`. Default: that of the browser. */
    locale: oneOf(
      checkoutLocales,
      'The language of the page, such as `es`. Default: that of the browser',
    ),
  },
);
export type CreateCheckoutSession = InputOf<typeof CreateCheckoutSession>;

type Dependencies = Pick<PaymentProcessor, 'createCheckoutSession'> &
  ReturnUrlSchemes & {
    /** The currencies that payments may use, in lower case. */
    readonly currencies: ReadonlyArray<string>;
  } & Pick<CeilingDependencies, 'ceilings'>;

type Refused = InvalidInput | MissingInput | PaymentTooLarge;

const methodsProblem = (
  { payment_methods }: Pick<CreateCheckoutSession, 'payment_methods'>,
  currency: string,
): E.Either<Refused, void> =>
  pipe(
    checkMethodCurrencies(payment_methods, currency),
    E.mapLeft((refusal) => ({ _tag: 'InvalidInput', field: 'payment_methods', refusal })),
  );

const linesProblem = ({
  mode,
  line_items,
}: Pick<CreateCheckoutSession, 'mode' | 'line_items'>): E.Either<Refused, void> =>
  mode !== 'setup' && line_items === undefined
    ? E.left({
        _tag: 'MissingInput',
        required: ['success_url', 'line_items'],
        fields: ['line_items'],
      })
    : E.right(undefined);

/**
 * Creates a checkout session: a page of the processor on which a customer pays, or saves a card (decision P17). Nothing is charged
 * before the customer pays there.
 */
export const createCheckoutSession =
  (deps: Dependencies): UseCase<CreateCheckoutSession, CheckoutSession> =>
  (asked, options) => {
    const { mode = 'payment', currency = 'eur', ...session } = asked;
    return pipe(
      E.Do,
      E.tap(() => linesProblem(asked)),
      E.bind('currency', (): E.Either<Refused, string> => allowedCurrency(deps, currency)),
      E.tap(({ currency: read }) => methodsProblem(asked, read)),
      E.tap((read) =>
        checkPaymentCeiling(deps, { amount: totalOf(session.line_items ?? []), ...read }),
      ),
      E.tap(() => checkReturnUrl(deps, session.success_url, 'success_url')),
      E.tap(() => checkReturnUrl(deps, session.cancel_url, 'cancel_url')),
      TE.fromEither,
      TE.flatMap((read) => deps.createCheckoutSession({ ...session, ...read, mode }, options)),
      // A page of its own has none.
      TE.map(withoutClientSecret),
    );
  };
