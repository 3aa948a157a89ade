import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { readCurrency } from '../currencies/currencies.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { changeMethods, newMethods } from '../intents/payment-method-types.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { isSimulatedMethod } from '../methods/methods.js';
import type { CheckoutSessionObject, StoredSession } from '../objects/checkout-session.js';
import type { CustomerObject } from '../objects/customer.js';
import { deepFreeze } from '../objects/json.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { mergeMetadata } from '../params/metadata.js';
import { missingParam, readOptional } from '../params/param.js';
import { createSetup } from '../setup-intents/create.js';
import { findOptionalCustomer } from '../store/find.js';
import { type Basket, checkTotal, readBasket, storeBasket } from './line-items.js';
import { pageModeProblem, pageOf } from './page-mode.js';
import { CreateSessionParams } from './params.js';
import { saveSession } from './session-record.js';
import { readShippingOptions, storeShippingOptions, withShipping } from './shipping-options.js';

const day = 24 * 60 * 60;
const halfAnHour = 30 * 60;

const expiryProblem = ({ expires_at: at }: CreateSessionParams, now: number): ApiError | null => {
  if (at === undefined) return null;
  const param = 'expires_at';
  if (at < now + halfAnHour) {
    return invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param },
    );
  }
  return at > now + day
    ? invalidRequest(
        'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
        { param },
      )
    : null;
};

// Parameters that exclude each other.
const pairs = [
  ['customer', 'customer_email'],
  ['customer', 'customer_creation'],
] as const;

// Parameters that only one of the modes has.
const ofPayment = ['payment_intent_data', 'line_items', 'shipping_options', 'submit_type'] as const;

const modeProblem = (params: CreateSessionParams): ApiError | null => {
  if (params.mode === 'payment') {
    if (params.setup_intent_data !== undefined) {
      return invalidRequest('You can not pass `setup_intent_data` in `payment` mode.', {
        param: 'setup_intent_data',
      });
    }
    return params.line_items === undefined ? missingParam('line_items') : null;
  }
  const param = ofPayment.find((name) => params[name] !== undefined);
  if (param !== undefined) {
    return invalidRequest(`You can not pass \`${param}\` in \`setup\` mode.`, { param });
  }
  const types = params.payment_method_types ?? params.allowed_payment_method_types;
  return params.currency === undefined && types === undefined ? missingParam('currency') : null;
};

const conflictProblem = (params: CreateSessionParams): ApiError | null => {
  const pair = pairs.find((names) => names.every((name) => params[name] !== undefined));
  return pair === undefined
    ? null
    : invalidRequest(`You may only specify one of these parameters: ${pair.join(', ')}.`, {
        param: pair[0],
      });
};

const problemOf = (params: CreateSessionParams, now: number): ApiError | null =>
  pageModeProblem(params) ??
  conflictProblem(params) ??
  modeProblem(params) ??
  expiryProblem(params, now);

// A session that is paid has the currency of its lines.
const currencyOf = (
  { currency: given }: CreateSessionParams,
  basket: Basket | null,
): E.Either<ApiError, string | null> =>
  pipe(
    readOptional(given, readCurrency),
    E.map((known) => known?.code ?? basket?.currency ?? null),
    E.filterOrElse(
      (currency) => basket === null || basket.currency === currency,
      () =>
        invalidRequest('All line items must have the currency of the session.', {
          param: 'currency',
        }),
    ),
  );

const textOf = (
  given: NonNullable<CreateSessionParams['custom_text']>[keyof NonNullable<
    CreateSessionParams['custom_text']
  >],
): CheckoutSessionObject['custom_text']['submit'] =>
  given === undefined || given === '' ? null : { message: given.message };

// Recorded in 2026-03-25.dahlia with pay-rails/pay, as is what a session in mode `setup` lacks.
const nothingCollected = deepFreeze({
  business_name: null,
  individual_name: null,
  shipping_details: null,
});
const savedMethods = deepFreeze({
  allow_redisplay_filters: ['always'],
  payment_method_remove: 'disabled',
  payment_method_save: null,
} as const);

const detailsBefore = (
  customer: CustomerObject | null,
  { customer_email, mode }: CreateSessionParams,
): CheckoutSessionObject['customer_details'] => {
  const email: string | null = customer === null ? (customer_email ?? null) : customer.email;
  return customer === null && email === null
    ? null
    : {
        address: null,
        business_name: null,
        email,
        individual_name: null,
        name: null,
        phone: null,
        tax_exempt: mode === 'payment' ? 'none' : null,
        tax_ids: null,
      };
};

const intentOf = (
  { intentDefaults }: RequestContext,
  { payment_intent_data: data, setup_intent_data: setup }: CreateSessionParams,
  metadata: StoredSession['metadata'],
): StoredSession['intent'] => ({
  capture_method: intentDefaults.captureMethod,
  ...data,
  metadata,
  ...(setup?.description === undefined ? {} : { description: setup.description }),
});

const noInvoice: CheckoutSessionObject['invoice_creation'] = {
  enabled: false,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: {},
    rendering_options: null,
  },
};

// The customer has not chosen yet: the first way of delivery counts.
const totalsOf = (
  basket: Basket | null,
  [first]: StoredSession['shipping_options'],
): Pick<StoredSession, 'amount_total' | 'shipping_cost' | 'total_details'> => {
  if (basket === null) return { amount_total: null, shipping_cost: null, total_details: null };
  return first === undefined
    ? {
        amount_total: basket.amount,
        shipping_cost: null,
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      }
    : withShipping(basket.amount, first);
};

const newSession = (
  context: RequestContext,
  params: CreateSessionParams,
  read: {
    readonly basket: Basket | null;
    readonly currency: string | null;
    readonly customer: CustomerObject | null;
    readonly metadata: StoredSession['metadata'];
    readonly methods: Pick<
      StoredSession,
      'payment_method_configuration_details' | 'payment_method_types'
    >;
    readonly intent: StoredSession['intent'];
    readonly setup: SetupIntentObject | null;
    readonly shipping: StoredSession['shipping_options'];
  },
): StoredSession => {
  const id = context.newId('cs_test');
  const { basket, currency, customer, metadata, methods, intent, setup, shipping } = read;
  const { branding_settings: branding, custom_text: text, payment_method_options } = params;
  const isPayment = basket !== null;
  const details = detailsBefore(customer, params);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? isPayment },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: basket?.amount ?? null,
    ...totalsOf(basket, shipping),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    branding_settings: {
      background_color: branding?.background_color ?? '#ffffff',
      border_style: branding?.border_style ?? 'rounded',
      button_color: branding?.button_color ?? '#0074d4',
      display_name: branding?.display_name ?? 'Pasarela',
      font_family: branding?.font_family ?? 'default',
      icon: null,
      logo: null,
    },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    collected_information: details === null ? null : nothingCollected,
    consent: null,
    consent_collection: null,
    created: context.now,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: textOf(text?.after_submit),
      shipping_address: textOf(text?.shipping_address),
      submit: textOf(text?.submit),
      terms_of_service_acceptance: textOf(text?.terms_of_service_acceptance),
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer === null ? (params.customer_creation ?? 'if_required') : null,
    customer_details: details,
    customer_email: params.customer_email ?? null,
    discounts: isPayment ? [] : null,
    expires_at: params.expires_at ?? context.now + day,
    integration_identifier: params.integration_identifier ?? null,
    invoice: null,
    invoice_creation: isPayment ? noInvoice : null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata,
    mode: params.mode,
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      params.payment_method_collection ?? (isPayment ? 'if_required' : 'always'),
    payment_method_configuration_details: methods.payment_method_configuration_details,
    payment_method_options: {
      card: { request_three_d_secure: 'automatic', ...payment_method_options?.card },
    },
    payment_method_types: methods.payment_method_types,
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: isPayment ? savedMethods : null,
    setup_intent: setup?.id ?? null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    shipping_options: shipping,
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    ...pageOf(params, {
      secret: () => context.newId(`${id}_secret`),
      url: context.checkoutUrl(id),
    }),
    wallet_options: null,
    submission: null,
    intent,
  };
};

// A session that saves a card has its intent from the start, one that is paid only when the customer pays.
const newSetup = (
  context: RequestContext,
  { payment_method_options: options }: CreateSessionParams,
  customer: CustomerObject | null,
  { description, metadata }: StoredSession['intent'],
  types: ReadonlyArray<string>,
): E.Either<ApiError, SetupIntentObject> => {
  const request_three_d_secure = options?.card?.request_three_d_secure ?? 'automatic';
  return createSetup.run(context)({
    metadata,
    payment_method_options: { card: { request_three_d_secure } },
    payment_method_types: types.filter((type) => type === 'card' || isSimulatedMethod(type)),
    usage: 'off_session',
    ...(customer === null ? {} : { customer: customer.id }),
    ...(description === undefined ? {} : { description }),
  });
};

// The customer may choose any of the ways of delivery.
const checkTotals = (
  { amount, currency }: Basket,
  shipping: ReadonlyArray<number>,
): E.Either<ApiError, unknown> =>
  pipe(
    shipping.length === 0 ? [0] : shipping,
    E.traverseArray((extra) => checkTotal({ amount: amount + extra, currency })),
  );

const methodsOf = (
  context: RequestContext,
  params: CreateSessionParams,
  currency: string | null,
  amount: number | null,
): E.Either<ApiError, ReturnType<typeof newMethods>> => {
  const { payment_intent_data: data } = params;
  const setup = params.mode === 'setup' || data?.setup_future_usage !== undefined;
  // https://docs.stripe.com/payments/checkout/custom-success-page: without a page to return to, no method leads elsewhere.
  const automatic_payment_methods = {
    allow_redirects: params.redirect_on_completion === 'never' ? 'never' : 'always',
    enabled: context.intentDefaults.methods === 'enabled',
  } as const;
  return changeMethods(context, newMethods(context, { automatic_payment_methods }), params, {
    owner: 'CheckoutSession',
    occasion: { amount, currency, manualCapture: data?.capture_method === 'manual', setup },
    changed: true,
  });
};

/** Creates a checkout session: a page on which a customer pays, or saves a card. */
export const createCheckoutSession = operation({
  name: 'createCheckoutSession',
  method: 'POST',
  path: '/v1/checkout/sessions',
  returns: 'checkout.session',
  params: CreateSessionParams,
  run: (context) => (params) =>
    pipe(
      failIf(problemOf(params, context.now)),
      E.flatMap(() => findOptionalCustomer(context, params.customer)),
      E.bindTo('customer'),
      E.bind('basket', () =>
        params.line_items === undefined ? E.right(null) : readBasket(context, params.line_items),
      ),
      E.bind('currency', ({ basket }) => currencyOf(params, basket)),
      E.bind('methods', ({ basket, currency }) =>
        methodsOf(context, params, currency, basket?.amount ?? null),
      ),
      E.bind('rates', ({ currency }) =>
        readShippingOptions(context, params.shipping_options ?? [], currency),
      ),
      E.tap(({ basket, rates }) =>
        basket === null
          ? E.right(null)
          : checkTotals(
              basket,
              rates.map(({ fixed_amount }) => fixed_amount.amount),
            ),
      ),
      E.bind('metadata', () => mergeMetadata({}, params.metadata)),
      E.bind('ofIntent', () =>
        mergeMetadata({}, (params.payment_intent_data ?? params.setup_intent_data)?.metadata),
      ),
      E.let('intent', ({ ofIntent }) => intentOf(context, params, ofIntent)),
      E.bind('setup', ({ customer, intent, methods }) =>
        params.mode === 'setup'
          ? newSetup(context, params, customer, intent, methods.payment_method_types)
          : E.right(null),
      ),
      E.map((read) => {
        const shipping = storeShippingOptions(context, read.rates);
        const session = newSession(context, params, { ...read, shipping });
        if (read.basket !== null) storeBasket(context, session.id, read.basket);
        const { id, expires_at: at } = session;
        context.state.agenda.add({ at, step: 'expire_session', id });
        return saveSession(context, session);
      }),
    ),
});
