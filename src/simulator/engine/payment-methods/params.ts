import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { preferredNetworkParam, redactCard, requiredCardFields } from '../cards/card-params.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { isSimulatedMethod, methods, ofEachMethod } from '../methods/methods.js';
import { type AddressObject, type BillingDetails, emptyAddress } from '../objects/address.js';
import {
  otherPaymentMethodTypes,
  type SimulatedMethodType,
  simulatedMethodTypes,
} from '../objects/payment-method.js';
import { address, toAddress } from '../params/address.js';
import { metadataParam } from '../params/metadata.js';
import { missingParam, type Param, refuseParam } from '../params/param.js';
import { enumParam, setOrUnset, textParam, unsettable } from '../params/primitives.js';
import { notSimulated, type Params, type ParamsOf, shape } from '../params/shape.js';

/** Whether a payment method may be shown to its customer again. */
export const allowRedisplayParam = enumParam('always', 'limited', 'unspecified');

/** The billing details of a payment method; an empty text removes a value. */
export const billingDetailsParam = shape(
  {},
  {
    address: unsettable(address),
    email: unsettable(textParam),
    name: unsettable(textParam),
    phone: unsettable(textParam),
    tax_id: unsettable(textParam),
  },
);
type BillingDetailsParam = ParamsOf<typeof billingDetailsParam>;

/** A type of payment methods. */
export const anyMethodType = enumParam('card', ...otherPaymentMethodTypes);

/** The type of a new payment method: one that is simulated. */
const newMethodType: Param<'card' | SimulatedMethodType> = {
  read: (value, name) => {
    const type = anyMethodType.read(value, name);
    if (E.isLeft(type)) return type;
    if (type.right === 'card' || isSimulatedMethod(type.right)) return E.right(type.right);
    return refuseParam(
      // Of the types that are not simulated, it is most asked for. The account has not enabled the others.
      type.right === 'customer_balance'
        ? `This simulator does not simulate the ${name}: ${type.right}`
        : `The payment method type "${type.right}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use.`,
      name,
    );
  },
};

const byNumber = shape(requiredCardFields, {
  cvc: textParam,
  networks: shape({}, { preferred: preferredNetworkParam }),
});
const byToken = shape({ token: textParam });

/** A card, or the token of a card. */
const cardOrToken: Param<ParamsOf<typeof byNumber> | ParamsOf<typeof byToken>> = {
  read: (value, name) =>
    typeof value === 'object' && 'token' in value
      ? byToken.read(value, name)
      : byNumber.read(value, name),
};

const dataFields = shape(
  { type: newMethodType },
  {
    allow_redisplay: allowRedisplayParam,
    billing_details: billingDetailsParam,
    metadata: metadataParam,
    radar_options: shape({}, { session: textParam }),
    ...notSimulated('customer', 'interac_present', 'payment_method', ...otherPaymentMethodTypes),
    card: cardOrToken,
    ...ofEachMethod(({ params }) => params),
  },
);
type DataFields = ParamsOf<typeof dataFields>;

type CardData = Omit<DataFields, 'type' | 'card'> & {
  readonly type: 'card';
  readonly card: NonNullable<DataFields['card']>;
};
type MethodData = Omit<DataFields, 'type' | 'card'> & {
  readonly type: SimulatedMethodType;
  readonly card?: undefined;
};
export type PaymentMethodData = CardData | MethodData;

const within = (name: string, field: string): string => (name === '' ? field : `${name}[${field}]`);

const readMethod = (data: MethodData, name: string): E.Either<ApiError, MethodData> => {
  const { type, billing_details: billing = {} } = data;
  const { needs, params } = methods[type];
  const missing = needs.find((field) => (billing[field] ?? '') === '');
  if (missing !== undefined) {
    return E.left(missingParam(`${within(name, 'billing_details')}[${missing}]`));
  }
  // A method that needs no parameters of its own needs no hash for them.
  return data[type] === undefined
    ? pipe(
        params.read({}, within(name, type)),
        E.map(() => data),
      )
    : E.right(data);
};

// The data must be those of the type.
const readWhole = (given: DataFields, name: string): E.Either<ApiError, PaymentMethodData> => {
  const { type, card, ...rest } = given;
  const foreign = (['card', ...simulatedMethodTypes] as const).find(
    (field) => field !== type && given[field] !== undefined,
  );
  if (foreign !== undefined) {
    const param = within(name, foreign);
    return refuseParam(`You can pass ${param} only with the type ${foreign}.`, param);
  }
  if (type !== 'card') return readMethod({ ...rest, type }, name);
  return card === undefined
    ? E.left(missingParam(within(name, 'card')))
    : E.right({ ...rest, type, card });
};

/** The data of a new payment method. */
export const paymentMethodData: Params<PaymentMethodData> = {
  known: dataFields.known,
  read: (value, name) =>
    pipe(
      dataFields.read(value, name),
      E.flatMap((given) => readWhole(given, name)),
    ),
};

/** A payment method and the data of a new one cannot be given together. */
export const twoMethodsError = invalidRequest(
  'You may only specify one of these parameters: payment_method, payment_method_data.',
  { param: 'payment_method' },
);

const addressOf = (given: BillingDetailsParam['address'], before: AddressObject): AddressObject => {
  if (given === undefined) return before;
  return given === '' ? emptyAddress : toAddress(given);
};

/** Billing details with the given changes. An address is replaced as a whole. */
export const applyBillingDetails = (
  before: BillingDetails,
  given: BillingDetailsParam | undefined,
): BillingDetails =>
  given === undefined
    ? before
    : {
        address: addressOf(given.address, before.address),
        email: setOrUnset(given.email, before.email),
        name: setOrUnset(given.name, before.name),
        phone: setOrUnset(given.phone, before.phone),
        tax_id: setOrUnset(given.tax_id, before.tax_id),
      };

/** The data of a payment method as it is stored under an idempotency key. */
export const redactPaymentMethodData = (data: PaymentMethodData): unknown => {
  if (data.type === 'card') {
    const { card, ...rest } = data;
    return { ...rest, card: 'token' in card ? card : redactCard(card) };
  }
  const { type } = data;
  return { ...data, [type]: methods[type].redact(data[type] ?? {}) };
};
