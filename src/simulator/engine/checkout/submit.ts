import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redactCard, requiredCardFields } from '../cards/card-params.js';
import { createCustomer } from '../customers/create.js';
import { type ApiError, failIf, invalidRequest, noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, isCard, typeOfInstrument } from '../methods/instrument.js';
import { methods, ofEachMethod } from '../methods/methods.js';
import { ibanParam } from '../methods/test-ibans.js';
import { emptyAddress } from '../objects/address.js';
import type {
  CheckoutSessionObject,
  CustomerDetails,
  StoredSession,
} from '../objects/checkout-session.js';
import { simulatedMethodTypes } from '../objects/payment-method.js';
import { address, toAddress } from '../params/address.js';
import { isEmail } from '../params/email.js';
import { missingParam } from '../params/param.js';
import { enumParam, textParam } from '../params/primitives.js';
import { type ParamsOf, shape } from '../params/shape.js';
import { confirmIntent } from '../payment-intents/confirm.js';
import { createIntent } from '../payment-intents/create.js';
import { updateIntent } from '../payment-intents/update.js';
import { makePaymentMethod } from '../payment-methods/create.js';
import type { PaymentMethodData } from '../payment-methods/params.js';
import { confirmSetup } from '../setup-intents/confirm.js';
import { updateSetupIntent } from '../setup-intents/update.js';
import { followIntent, type MovedIntent } from './follow-intent.js';
import { findSession } from './read.js';
import { saveSession, toSession } from './session-record.js';
import { withShipping } from './shipping-options.js';

/** The inputs of a customer on the page. */
const SubmitCheckoutParams = shape(
  { session: textParam },
  {
    card: shape({ ...requiredCardFields, cvc: textParam }),
    /** In place of a card. */
    method: shape(
      { type: enumParam(...simulatedMethodTypes) },
      ofEachMethod(({ params }) => params),
    ),
    address,
    email: textParam,
    name: textParam,
    phone: textParam,
    shipping: shape({ address, name: textParam }),
    shipping_rate: textParam,
  },
);
export type SubmitCheckoutParams = ParamsOf<typeof SubmitCheckoutParams>;

const statusProblem = ({ id, status }: StoredSession): ApiError | null =>
  status === 'open'
    ? null
    : invalidRequest(`The Checkout Session ${id} has a status of \`${status}\`.`, {
        param: 'session',
      });

const emailOf = (session: StoredSession, params: SubmitCheckoutParams): string | undefined =>
  session.customer_details?.email ?? params.email;

const shippingProblem = (
  { shipping_address_collection: collection }: StoredSession,
  { shipping }: SubmitCheckoutParams,
): ApiError | null => {
  if (collection === null) return null;
  if (shipping === undefined) return missingParam('shipping');
  const { country = '' } = shipping.address;
  return collection.allowed_countries.includes(country)
    ? null
    : invalidRequest(
        `Invalid shipping[address][country]: must be one of ${collection.allowed_countries.join(', ')}`,
        { param: 'shipping[address][country]' },
      );
};

const methodProblem = (
  { payment_method_types: types }: StoredSession,
  { card, method, name, phone }: SubmitCheckoutParams,
): ApiError | null => {
  if (method === undefined) {
    if (card === undefined) return missingParam('card');
    return types.includes('card')
      ? null
      : invalidRequest(`This Checkout Session takes no card: it takes ${types.join(', ')}`, {
          param: 'card',
        });
  }
  if (!types.includes(method.type)) {
    return invalidRequest(`Invalid method[type]: must be one of ${types.join(', ')}`, {
      param: 'method[type]',
    });
  }
  const given = { email: 'checked before', name, phone };
  const missing = methods[method.type].needs.find((field) => given[field] === undefined);
  return missing === undefined ? null : missingParam(missing);
};

// The page and the control pass what the customer has typed.
const readMethod = (
  method: NonNullable<SubmitCheckoutParams['method']>,
): E.Either<ApiError, NonNullable<SubmitCheckoutParams['method']>> =>
  method.type === 'sepa_debit'
    ? pipe(
        ibanParam.read(method.sepa_debit?.['iban'] ?? '', 'method[sepa_debit][iban]'),
        E.map((iban) => ({ ...method, sepa_debit: { iban } })),
      )
    : E.right(method);

const dataOf = (
  session: StoredSession,
  params: SubmitCheckoutParams,
): E.Either<ApiError, PaymentMethodData> => {
  const { card, method } = params;
  const billing_details = billingDetails(session, params);
  if (method !== undefined) {
    return pipe(
      readMethod(method),
      E.map((read) => ({ ...read, billing_details })),
    );
  }
  return card === undefined
    ? E.left(missingParam('card'))
    : E.right({ type: 'card', card, billing_details });
};

const detailsProblem = (session: StoredSession, params: SubmitCheckoutParams): ApiError | null => {
  const email = emailOf(session, params);
  if (email === undefined) return missingParam('email');
  if (!isEmail(email)) {
    return invalidRequest('Invalid email address', { code: 'email_invalid', param: 'email' });
  }
  if (session.phone_number_collection.enabled && params.phone === undefined) {
    return missingParam('phone');
  }
  if (session.billing_address_collection === 'required' && params.address === undefined) {
    return missingParam('address');
  }
  return methodProblem(session, params) ?? shippingProblem(session, params);
};

const detailsOf = (session: StoredSession, params: SubmitCheckoutParams): CustomerDetails => ({
  address: params.address === undefined ? emptyAddress : toAddress(params.address),
  business_name: null,
  email: emailOf(session, params) ?? null,
  individual_name: null,
  name: params.name ?? null,
  // Some methods need a phone number for themselves.
  phone: session.phone_number_collection.enabled ? (params.phone ?? null) : null,
  tax_exempt: session.mode === 'payment' ? 'none' : null,
  tax_ids: [],
});

const billingDetails = (session: StoredSession, params: SubmitCheckoutParams) => ({
  ...(params.address === undefined ? {} : { address: params.address }),
  ...(params.name === undefined ? {} : { name: params.name }),
  ...(params.phone === undefined ? {} : { phone: params.phone }),
  email: emailOf(session, params) ?? '',
});

const futureUsage = ({ intent, payment_method_options: { card } }: StoredSession) =>
  card.setup_future_usage ?? intent.setup_future_usage;

/** The customer of the payment: the one of the session, or a new one if the session asks for it. */
const customerOf = (
  context: RequestContext,
  session: StoredSession,
  params: SubmitCheckoutParams,
): E.Either<ApiError, string | null> => {
  const known = session.customer ?? session.submission?.customer ?? null;
  const isNeeded = session.customer_creation === 'always' || futureUsage(session) !== undefined;
  if (known !== null || !isNeeded) return E.right(known);
  return pipe(
    createCustomer.run(context)(billingDetails(session, params)),
    E.map(({ id }) => id),
  );
};

/** The session with the way of delivery that the customer has chosen. */
const withChoice = (
  session: StoredSession,
  { shipping_rate: chosen }: SubmitCheckoutParams,
): E.Either<ApiError, StoredSession> => {
  if (chosen === undefined) return E.right(session);
  const option = session.shipping_options.find(({ shipping_rate }) => shipping_rate === chosen);
  return option === undefined
    ? E.left(noSuch('shipping rate', chosen, 'shipping_rate'))
    : E.right({ ...session, ...withShipping(session.amount_subtotal ?? 0, option) });
};

type Payer = { readonly instrument: Instrument; readonly customer: string | null };

// The page shows the mandate that a method needs.
const agreement = { mandate_data: { customer_acceptance: { type: 'online' } } } as const;

// The challenge of a card is over the page. The bank of another method takes the place of the whole page, and sends the customer to
// the shop: https://docs.stripe.com/payments/accept-a-payment?payment-ui=checkout&ui=embedded-form#return-page
const returnUrl = (
  context: RequestContext,
  { id, return_url }: StoredSession,
  instrument: Instrument,
): string =>
  isCard(instrument) || return_url === undefined
    ? context.checkoutUrl(id)
    : return_url.replaceAll('{CHECKOUT_SESSION_ID}', id);

const means = (context: RequestContext, session: StoredSession, instrument: Instrument) => ({
  payment_method: instrument.id,
  return_url: returnUrl(context, session, instrument),
  ...(isCard(instrument) ? {} : agreement),
});

const saveCard = (
  context: RequestContext,
  session: StoredSession,
  setup_intent: string,
  { instrument, customer }: Payer,
): E.Either<ApiError, MovedIntent> =>
  pipe(
    updateSetupIntent.run(context)({
      setup_intent,
      ...(customer === null ? {} : { customer }),
    }),
    E.flatMap(() =>
      confirmSetup.run(context)({ setup_intent, ...means(context, session, instrument) }),
    ),
  );

const pay = (
  context: RequestContext,
  session: StoredSession,
  { shipping }: SubmitCheckoutParams,
  { instrument, customer }: Payer,
): E.Either<ApiError, MovedIntent> => {
  const { setup_future_usage: _usage, ...ofIntent } = session.intent;
  const usage = futureUsage(session);
  const terms = {
    ...means(context, session, instrument),
    ...(shipping === undefined ? {} : { shipping }),
  };
  const amount = session.amount_total ?? 0;
  const { payment_intent } = session;
  const payment_method_types = [typeOfInstrument(instrument)] as const;
  if (payment_intent !== null) {
    return pipe(
      updateIntent.run(context)({ payment_intent, amount, payment_method_types }),
      E.flatMap(() => confirmIntent.run(context)({ payment_intent, ...terms })),
    );
  }
  const { request_three_d_secure } = session.payment_method_options.card;
  return createIntent.run(context)({
    amount,
    currency: session.currency ?? '',
    confirm: true,
    payment_method_options: { card: { request_three_d_secure } },
    payment_method_types,
    ...(customer === null ? {} : { customer }),
    ...(usage === undefined ? {} : { setup_future_usage: usage }),
    ...ofIntent,
    ...terms,
  });
};

/** Keeps what the customer has submitted, and completes the session if the payment went through. */
const record = (
  context: RequestContext,
  session: StoredSession,
  params: SubmitCheckoutParams,
  intent: MovedIntent,
): void => {
  const { shipping } = params;
  saveSession(context, {
    ...session,
    payment_intent: intent.object === 'payment_intent' ? intent.id : null,
    submission: {
      customer: intent.customer,
      customer_details: detailsOf(session, params),
      collected_information:
        session.shipping_address_collection === null || shipping === undefined
          ? session.collected_information
          : {
              business_name: null,
              individual_name: null,
              shipping_details: { address: toAddress(shipping.address), name: shipping.name },
            },
    },
  });
  followIntent(context, intent);
};

/** The customer submits the page of a session. A decline is a 402, and the session stays open. It is no part of the API. */
export const submitCheckout = operation({
  name: 'submitCheckout',
  failureAlias: 'confirm',
  method: 'POST',
  path: '/_processor/checkout/:session',
  returns: 'checkout.session',
  params: SubmitCheckoutParams,
  charges: () => true,
  setsUp: () => true,
  remembered: ({ card, ...rest }) => ({
    ...rest,
    card: card === undefined ? null : redactCard(card),
  }),
  run:
    (context) =>
    (params): E.Either<ApiError, CheckoutSessionObject> =>
      pipe(
        findSession(context, params.session),
        E.tap((session) => failIf(statusProblem(session) ?? detailsProblem(session, params))),
        E.flatMap((session) => withChoice(session, params)),
        E.bindTo('session'),
        E.bind('instrument', ({ session }) =>
          pipe(
            dataOf(session, params),
            E.flatMap((data) => makePaymentMethod(context, data)),
          ),
        ),
        E.bind('customer', ({ session }) => customerOf(context, session, params)),
        E.flatMap(({ session, ...payer }) =>
          pipe(
            session.setup_intent === null
              ? pay(context, session, params, payer)
              : saveCard(context, session, session.setup_intent, payer),
            E.mapLeft((problem) => {
              const { payment_intent, setup_intent } = problem.error;
              const intent = payment_intent ?? setup_intent;
              if (intent !== undefined) record(context, session, params, intent);
              return problem;
            }),
            E.map((intent) => record(context, session, params, intent)),
          ),
        ),
        E.flatMap(() => findSession(context, params.session)),
        E.map((session) => toSession(context.state, session)),
      ),
});
