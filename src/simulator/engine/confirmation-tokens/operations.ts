import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { toMethodCard } from '../cards/card-views.js';
import type { ApiError } from '../errors.js';
import { redactIntentParams, returnUrlParam } from '../intents/params.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, isCard } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import type {
  ConfirmationTokenObject,
  PaymentMethodPreview,
} from '../objects/confirmation-token.js';
import { deepFreeze } from '../objects/json.js';
import { address, toAddress } from '../params/address.js';
import { missingParam } from '../params/param.js';
import { enumParam, setOrUnset, textParam, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { makePaymentMethod } from '../payment-methods/create.js';
import { findPaymentMethod, storePaymentMethod } from '../payment-methods/instruments.js';
import { paymentMethodData, twoMethodsError } from '../payment-methods/params.js';
import { findRow } from '../store/find.js';
import { toConfirmationToken, tokenLifetime } from './confirmation-token.js';

const CreateConfirmationTokenParams = shape(
  {},
  {
    payment_method: textParam,
    payment_method_data: paymentMethodData,
    payment_method_options: shape(
      {},
      { card: shape({}, notSimulated('cvc_token', 'installments')) },
    ),
    return_url: returnUrlParam,
    setup_future_usage: enumParam('on_session', 'off_session'),
    shipping: shape({ address, name: textParam }, { phone: unsettable(textParam) }),
  },
);
type CreateConfirmationTokenParams = ParamsOf<typeof CreateConfirmationTokenParams>;

const instrumentOf = (
  context: RequestContext,
  { payment_method: id, payment_method_data: data }: CreateConfirmationTokenParams,
): E.Either<ApiError, Instrument> => {
  if (data !== undefined) {
    return id === undefined
      ? makePaymentMethod(context, data, 'payment_method_data')
      : E.left(twoMethodsError);
  }
  return id === undefined
    ? E.left(missingParam('payment_method_data'))
    : pipe(
        findPaymentMethod(context, id, 'payment_method'),
        E.map((found) => storePaymentMethod(context, found)),
      );
};

const previewOf = (instrument: Instrument): PaymentMethodPreview => {
  const shared = {
    allow_redisplay: instrument.allowRedisplay,
    billing_details: instrument.billingDetails,
    customer: instrument.customer,
    customer_account: null,
  };
  if (!isCard(instrument)) {
    const { type, values } = instrument.face;
    return { ...shared, ...methods[type].shown(values, instrument.billingDetails), type };
  }
  const { fingerprint: _fingerprint, ...card } = toMethodCard(instrument);
  return { ...shared, card, type: 'card' };
};

const shippingOf = ({
  shipping,
}: CreateConfirmationTokenParams): ConfirmationTokenObject['shipping'] =>
  shipping === undefined
    ? null
    : {
        address: toAddress(shipping.address),
        name: shipping.name,
        phone: setOrUnset(shipping.phone, null),
      };

// The library in the browser asks the customer for the mandate that a method needs.
const agreementOf = (
  { clientIp }: RequestContext,
  instrument: Instrument,
): ConfirmationTokenObject['mandate_data'] =>
  isCard(instrument) || !methods[instrument.face.type].mandate
    ? null
    : {
        customer_acceptance: {
          online: { ip_address: clientIp, user_agent: null },
          type: 'online',
        },
      };

const create =
  (context: RequestContext) =>
  (params: CreateConfirmationTokenParams): E.Either<ApiError, ConfirmationTokenObject> =>
    pipe(
      instrumentOf(context, params),
      E.map((instrument) => {
        const token = deepFreeze({
          id: context.newId('ctoken'),
          object: 'confirmation_token',
          created: context.now,
          expires_at: context.now + tokenLifetime,
          livemode: false,
          mandate_data: agreementOf(context, instrument),
          payment_intent: null,
          payment_method_options: null,
          payment_method_preview: previewOf(instrument),
          return_url: params.return_url ?? null,
          setup_future_usage: params.setup_future_usage ?? null,
          setup_intent: null,
          shipping: shippingOf(params),
          use_stripe_sdk: true,
          paymentMethod: instrument.id,
          elements: context.elements,
        } as const);
        context.state.confirmationTokens.put(token);
        return toConfirmationToken(token);
      }),
    );

const creation = (name: string, path: string) =>
  operation({
    name,
    failureAlias: 'tokenize',
    method: 'POST',
    path,
    returns: 'confirmation_token',
    params: CreateConfirmationTokenParams,
    remembered: redactIntentParams,
    run: create,
  });

/** Creates a confirmation token, as the processor's library does in a browser. */
export const createConfirmationToken = creation(
  'createConfirmationToken',
  '/v1/confirmation_tokens',
);

/** Creates a confirmation token without a browser, for tests. */
export const createTestConfirmationToken = creation(
  'createTestConfirmationToken',
  '/v1/test_helpers/confirmation_tokens',
);

export const retrieveConfirmationToken = operation({
  name: 'retrieveConfirmationToken',
  method: 'GET',
  path: '/v1/confirmation_tokens/:confirmation_token',
  returns: 'confirmation_token',
  params: shape({ confirmation_token: textParam }),
  run:
    ({ state }) =>
    (params) =>
      pipe(
        findRow(state.confirmationTokens, 'confirmation_token', params.confirmation_token),
        E.map(toConfirmationToken),
      ),
});
