import * as E from 'fp-ts/lib/Either.js';
import type { Siblings } from '../domain/input/field.js';
import type { InputError } from '../domain/input/input.js';
import type { UnsupportedOperation } from '../domain/payment-error.js';
import {
  lacks,
  type ProcessorFeature,
  type ProcessorFeatures,
} from '../domain/processor-feature.js';
import type { OperationInputs, OperationName } from './use-cases.js';

/** A field that needs one of some features: with any value, or only with this one. */
type FieldNeed = { readonly oneOf: ReadonlyArray<ProcessorFeature>; readonly with?: unknown };

type FieldOf<N extends OperationName> = Extract<
  keyof OperationInputs[N]['required'] | keyof OperationInputs[N]['optional'],
  string
>;

/** The features that an operation needs, all of them, and those that fields of its input need. */
type Needs<N extends OperationName> = {
  readonly features?: ReadonlyArray<ProcessorFeature>;
  readonly fields?: { readonly [F in FieldOf<N>]?: FieldNeed };
};

const payer = {
  payment_method: { oneOf: ['savedCards', 'cardTokens'] },
  return_url: { oneOf: ['redirects'] },
} as const;

const onPage = {
  payment_methods: { oneOf: ['methodChoice'] },
} as const;

const token = {
  confirmation_token: { oneOf: ['confirmationTokens'] },
  mandate: { oneOf: ['confirmationTokens'] },
} as const;

const offSession = { oneOf: ['savedCards'], with: true } as const;

const confirmed = { oneOf: ['confirmOnCreation'], with: true } as const;

const needs: { readonly [N in OperationName]?: Needs<N> } = {
  createCustomer: { features: ['customers'] },
  getCustomer: { features: ['customers'] },
  listCustomers: { features: ['customers', 'lists'] },
  updateCustomer: { features: ['customers'] },
  deleteCustomer: { features: ['customers'] },
  tokenizeCard: { features: ['cardTokens'] },
  assignCard: { features: ['customers', 'savedCards'] },
  listCards: { features: ['customers', 'savedCards'] },
  setDefaultCard: { features: ['customers', 'savedCards'] },
  removeCard: { features: ['customers', 'savedCards'] },
  createPaymentIntent: {
    fields: {
      ...payer,
      ...onPage,
      ...token,
      customer: { oneOf: ['customers'] },
      confirm: confirmed,
      capture_method: { oneOf: ['capture'], with: 'manual' },
      setup_future_usage: { oneOf: ['savedCards'] },
      off_session: offSession,
    },
  },
  confirmPayment: { fields: { ...payer, ...token, off_session: offSession } },
  updatePayment: {
    features: ['updates'],
    fields: {
      ...onPage,
      customer: { oneOf: ['customers'] },
      capture_method: { oneOf: ['capture'], with: 'manual' },
      setup_future_usage: { oneOf: ['savedCards'] },
    },
  },
  listPayments: {
    features: ['customers', 'lists'],
    fields: { created_from: { oneOf: ['ledgers'] }, created_to: { oneOf: ['ledgers'] } },
  },
  capturePayment: { features: ['capture'] },
  createSetupIntent: {
    features: ['customers', 'setupIntents'],
    fields: { ...payer, ...onPage, ...token, confirm: confirmed },
  },
  confirmSetupIntent: { features: ['customers', 'setupIntents'], fields: { ...payer, ...token } },
  getSetupIntent: { features: ['customers', 'setupIntents'] },
  cancelSetupIntent: { features: ['customers', 'setupIntents'] },
  createCheckoutSession: {
    features: ['checkout'],
    fields: {
      customer: { oneOf: ['customers'] },
      customer_creation: { oneOf: ['customers'], with: 'always' },
      ...onPage,
      capture_method: { oneOf: ['capture'], with: 'manual' },
      setup_future_usage: { oneOf: ['savedCards'] },
    },
  },
  getCheckoutSession: { features: ['checkout'] },
  expireCheckoutSession: { features: ['checkout'] },
  // The amount of a whole refund is known only to the processor, so every amount counts as a part.
  refundCharge: {
    fields: {
      amount: { oneOf: ['partialRefunds'] },
      amount_minor: { oneOf: ['partialRefunds'] },
    },
  },
  listRefunds: { features: ['lists'] },
  listCharges: { features: ['ledgers'] },
  listAllRefunds: { features: ['ledgers'] },
  getBalance: { features: ['balance'] },
  listBalanceTransactions: { features: ['balance'] },
  listPayouts: { features: ['balance'] },
  listPayoutTransactions: { features: ['balance'] },
  listDisputes: { features: ['disputes'] },
  submitDisputeEvidence: { features: ['disputes'] },
  closeDispute: { features: ['disputes'] },
};

/** The fields of inputs that a processor with such features does not take, as far as its type says so. */
export type UntakenField<F extends ProcessorFeatures> =
  | (F extends { readonly customers: false } ? 'customer' : never)
  | (F extends { readonly savedCards: false; readonly cardTokens: false }
      ? 'payment_method'
      : never)
  | (F extends { readonly methodChoice: false } ? 'payment_methods' : never)
  | (F extends { readonly confirmationTokens: false } ? 'confirmation_token' : never);

type AnyFields = { readonly [field: string]: FieldNeed };

const fieldsOf = (operation: OperationName): AnyFields => needs[operation]?.fields ?? {};

/** The feature that is missing for a field; `undefined`: it can be used. */
const missingFor = (
  features: ProcessorFeatures,
  { oneOf }: FieldNeed,
): ProcessorFeature | undefined =>
  oneOf.every((feature) => lacks(features, feature)) ? oneOf[0] : undefined;

/** The error of an operation that a processor cannot do, whatever its input; `undefined`: it can. */
export const unsupportedOperation = (
  features: ProcessorFeatures,
  operation: OperationName,
): UnsupportedOperation | undefined => {
  const feature = needs[operation]?.features?.find((needed) => lacks(features, needed));
  return feature === undefined ? undefined : { _tag: 'UnsupportedOperation', operation, feature };
};

type UntakenNeed = {
  readonly field: string;
  readonly need: FieldNeed;
  readonly feature: ProcessorFeature;
};

// Found once: processors that take all fields have none of these.
const untakenNeeds = (
  features: ProcessorFeatures,
  operation: OperationName,
): ReadonlyArray<UntakenNeed> =>
  Object.entries(fieldsOf(operation)).flatMap(([field, need]) => {
    const feature = missingFor(features, need);
    return feature === undefined ? [] : [{ field, need, feature }];
  });

/** The fields of an operation that a processor does not take. They are not required. */
export const unsupportedFields = (
  features: ProcessorFeatures,
  operation: OperationName,
): ReadonlyArray<string> => untakenNeeds(features, operation).map(({ field }) => field);

const isAsked = ({ field, need }: UntakenNeed, input: object): boolean => {
  const value: unknown = Reflect.get(input, field);
  return 'with' in need ? value === need.with : value !== undefined;
};

/**
 * Decodes the input of an operation for a processor. `decode` gets the fields that the processor does not take, and does not require
 * them. An input that has one of them is refused.
 */
export const decodeSupported = <A extends object>(
  features: ProcessorFeatures,
  operation: OperationName,
  decode: (without: ReadonlyArray<string>) => (raw: Siblings) => E.Either<InputError, A>,
): ((raw: Siblings) => E.Either<InputError | UnsupportedOperation, A>) => {
  const untaken = untakenNeeds(features, operation);
  const decodeTaken = decode(untaken.map(({ field }) => field));
  return (raw) => {
    const decoded = decodeTaken(raw);
    if (E.isLeft(decoded)) return decoded;
    const asked = untaken.find((one) => isAsked(one, decoded.right));
    if (asked === undefined) return decoded;
    const { field, feature } = asked;
    return E.left({ _tag: 'UnsupportedOperation', operation, feature, field });
  };
};
