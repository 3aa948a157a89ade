import * as E from 'fp-ts/lib/Either.js';
import { rangeProblem } from '../currencies/money.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { isSimulatedMethod, methods } from '../methods/methods.js';
import { deepFreeze } from '../objects/json.js';
import type { IntentOptions, PaymentIntentObject } from '../objects/payment-intent.js';
import { simulatedMethodTypes } from '../objects/payment-method.js';
import { type Occasion, offeredFor } from '../payment-methods/offered-methods.js';
import type { IntentKind } from './refusals.js';

type MethodsOwner = IntentKind | 'CheckoutSession';

/** The payment methods that an intent takes. */
type Methods = Pick<
  PaymentIntentObject,
  | 'allowed_payment_method_types'
  | 'automatic_payment_methods'
  | 'excluded_payment_method_types'
  | 'payment_method_configuration_details'
  | 'payment_method_types'
>;

const shared = new Map<string, ReadonlyArray<string>>();

// Most intents take the same types: they share the list, which saves memory.
const sharedList = (types: ReadonlyArray<string>): ReadonlyArray<string> => {
  const key = types.join();
  const known = shared.get(key) ?? deepFreeze(types);
  // The types are few, and so are their combinations that are in use.
  if (shared.size < 1000) shared.set(key, known);
  return known;
};

const cardAlone = sharedList(['card']);
const notKnownYet = deepFreeze([]);

type AutomaticParams = {
  readonly automatic_payment_methods?: {
    readonly allow_redirects?: 'always' | 'never';
    readonly enabled: boolean;
  };
};

/** The payment methods of a new intent: cards alone, or those that the account offers, which `changeMethods` adds. */
export const newMethods = (
  { intentDefaults, methodConfiguration }: RequestContext,
  { automatic_payment_methods: given }: AutomaticParams,
): Methods => {
  const enabled = given?.enabled ?? intentDefaults.methods === 'enabled';
  return {
    allowed_payment_method_types: null,
    excluded_payment_method_types: null,
    automatic_payment_methods:
      enabled || given !== undefined
        ? { allow_redirects: given?.allow_redirects ?? 'always', enabled }
        : null,
    payment_method_configuration_details: enabled
      ? { id: methodConfiguration, parent: null }
      : null,
    payment_method_types: enabled ? notKnownYet : cardAlone,
  };
};

// Parameters of which a request may have one.
const alternatives = [
  'allowed_payment_method_types',
  'excluded_payment_method_types',
  'payment_method_types',
] as const;
type Alternative = (typeof alternatives)[number];

const isTaken = (type: string): boolean => type === 'card' || isSimulatedMethod(type);

const noneTaken = (param: Alternative, types: ReadonlyArray<string>): E.Either<ApiError, never> => {
  const named = types.length === 0 ? 'no type of payment methods' : types.join(', ');
  const known = ['card', ...simulatedMethodTypes].join(', ');
  return E.left(
    invalidRequest(
      `This simulator does not simulate payments that take ${named}: take one of ${known} too`,
      { param },
    ),
  );
};

const names: Record<MethodsOwner, string> = {
  PaymentIntent: 'Payment Intent',
  SetupIntent: 'Setup Intent',
  CheckoutSession: 'Checkout Session',
};

// Reported by shops: `No valid payment method types for this Payment Intent.`, and for a session.
const nothingOffered = (owner: MethodsOwner): ApiError =>
  invalidRequest(
    `No valid payment method types for this ${names[owner]}. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods) or specify payment_method_types. (This local server has no dashboard: name the types with --methods at its start, or switch them on by POST /v1/payment_method_configurations.)`,
  );

const withoutTypes = <I extends Methods>(
  before: I,
  types: ReadonlyArray<string>,
  excluded: ReadonlyArray<string> | null,
): E.Either<ApiError, I> => {
  const left = types.filter((type) => excluded?.includes(type) !== true);
  return left.some(isTaken)
    ? E.right({
        ...before,
        excluded_payment_method_types: excluded,
        payment_method_types: sharedList(left),
      })
    : noneTaken('excluded_payment_method_types', left);
};

const withOffered = <I extends Methods>(
  before: I,
  owner: MethodsOwner,
  offered: ReadonlyArray<string>,
): E.Either<ApiError, I> =>
  offered.length === 0
    ? E.left(nothingOffered(owner))
    : E.right({ ...before, payment_method_types: sharedList(offered) });

/** The object that shows types of payment methods, and how it uses them. */
type Use = {
  readonly owner: MethodsOwner;
  readonly occasion: Omit<Occasion, 'redirects'>;
  /** Whether this differs from before: it does where the object is new. */
  readonly changed: boolean;
};

/**
 * An intent for which a request may name types of payment methods: one of them must be simulated. Else it takes what the account
 * offers.
 */
export const changeMethods = <I extends Methods>(
  account: Pick<RequestContext, 'methods' | 'state'>,
  before: I,
  params: {
    readonly allowed_payment_method_types?: ReadonlyArray<string>;
    /** Empty: none any more. */
    readonly excluded_payment_method_types?: ReadonlyArray<string> | '';
    readonly payment_method_types?: ReadonlyArray<string>;
  },
  { owner, occasion, changed }: Use,
): E.Either<ApiError, I> => {
  const [param, second] = alternatives.filter((name) => params[name] !== undefined);
  const offered = (): ReadonlyArray<string> =>
    offeredFor(account, {
      ...occasion,
      redirects: before.automatic_payment_methods?.allow_redirects !== 'never',
    });
  const isAutomatic = before.automatic_payment_methods?.enabled === true;
  if (param === undefined) {
    if (!isAutomatic || !changed) return E.right(before);
    const excluded = before.excluded_payment_method_types ?? [];
    return withOffered(
      before,
      owner,
      offered().filter((type) => !excluded.includes(type)),
    );
  }
  if (second !== undefined) {
    return E.left(
      invalidRequest(`You may only specify one of these parameters: ${param}, ${second}.`, {
        param: second,
      }),
    );
  }
  const {
    allowed_payment_method_types: allowed,
    excluded_payment_method_types: excluded,
    payment_method_types: types = [],
  } = params;
  if (excluded !== undefined) {
    const among = isAutomatic ? offered() : before.payment_method_types;
    return withoutTypes(before, among, excluded === '' ? null : excluded);
  }
  const named = allowed ?? types;
  if (!named.some(isTaken)) return noneTaken(param, named);
  // Of the allowed types, those that the account has not enabled are left out without an error.
  const taken = allowed === undefined ? types : offered().filter((type) => allowed.includes(type));
  if (taken.length === 0) return E.left(nothingOffered(owner));
  return E.right({
    ...before,
    automatic_payment_methods: null,
    payment_method_configuration_details: null,
    allowed_payment_method_types: allowed ?? null,
    excluded_payment_method_types: null,
    payment_method_types: sharedList(taken),
  });
};

const plainOptionsOf = (type: string): IntentOptions =>
  isSimulatedMethod(type) ? methods[type].plainOptions : {};

// Lists of types are shared, so their options are too.
const plainOptions = new WeakMap<ReadonlyArray<string>, IntentOptions>();

/** The options of an intent for the types, besides cards, that it takes. `null`: it takes cards alone. */
export const otherOptionsOf = ({
  payment_method_types: types,
}: Pick<Methods, 'payment_method_types'>): IntentOptions | null => {
  if (types === cardAlone) return null;
  const known = plainOptions.get(types);
  if (known !== undefined) return known;
  const options: IntentOptions = deepFreeze(
    types.reduce<IntentOptions>((all, type) => ({ ...all, ...plainOptionsOf(type) }), {}),
  );
  plainOptions.set(types, options);
  return options;
};

/**
 * Why an intent cannot take one of the types that its merchant has named; `null` if it can. The types of the account are left
 * out without an error.
 */
export const methodsProblem = ({
  amount,
  automatic_payment_methods: automatic,
  capture_method,
  currency,
  payment_method_types: types,
}: Pick<
  PaymentIntentObject,
  'amount' | 'automatic_payment_methods' | 'capture_method' | 'currency' | 'payment_method_types'
>): ApiError | null => {
  if (types === cardAlone || automatic !== null) return null;
  for (const type of types) {
    if (!isSimulatedMethod(type)) continue;
    const { amounts, currencies, manualCapture } = methods[type];
    if (currencies !== null && !currencies.includes(currency)) {
      // Stripe's libraries for iOS test for this sentence (STPAPIClientNetworkBridgeTest).
      return invalidRequest(
        `The currency provided (${currency}) is invalid. Payments with ${type} support the following currencies: ${currencies.join(', ')}.`,
        { param: 'currency' },
      );
    }
    if (capture_method === 'manual' && !manualCapture) {
      // https://github.com/abantecart/abantecart-src/issues/1750
      return invalidRequest(
        `\`capture_method=manual\` is not supported by payment method type \`${type}\`. Use a different capture method.`,
        { param: 'capture_method' },
      );
    }
    const range = amounts === undefined ? null : rangeProblem({ amount, currency }, amounts);
    if (range !== null) return range;
  }
  return null;
};

// Parameters that `automatic_payment_methods` decides.
const decidedAutomatically = [
  'allowed_payment_method_types',
  'confirmation_method',
  'payment_method_types',
] as const;

/** Why these parameters cannot be given together with `automatic_payment_methods`; `null` if they can. */
export const automaticMethodsProblem = (
  params: AutomaticParams & {
    readonly [K in (typeof decidedAutomatically)[number]]?: unknown;
  },
): ApiError | null => {
  const param =
    params.automatic_payment_methods?.enabled === true
      ? decidedAutomatically.find((name) => params[name] !== undefined)
      : undefined;
  return param === undefined
    ? null
    : invalidRequest(
        `You may only specify one of these parameters: automatic_payment_methods, ${param}.`,
        { param: 'automatic_payment_methods' },
      );
};

/**
 * Why an intent cannot be confirmed without a `return_url`; `null` if it can. Enabled payment methods may redirect the
 * customer to another page, unless the customer is absent or Stripe.js is there to take the action.
 */
export const returnUrlProblem = (
  kind: IntentKind,
  { automatic_payment_methods: automatic }: Pick<Methods, 'automatic_payment_methods'>,
  {
    return_url,
    off_session = false,
    use_stripe_sdk = false,
  }: {
    readonly return_url?: string;
    readonly off_session?: boolean | string;
    readonly use_stripe_sdk?: boolean;
  },
): ApiError | null =>
  automatic?.enabled !== true ||
  automatic.allow_redirects === 'never' ||
  return_url !== undefined ||
  off_session !== false ||
  use_stripe_sdk
    ? null
    : invalidRequest(
        `This ${kind} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
      );
