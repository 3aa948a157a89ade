import {
  aFlag,
  aFunction,
  also,
  type Check,
  type Described,
  must,
  optional,
  options,
  problemsOfFields,
  textsThat,
  textThat,
  withoutProblems,
} from '../application/checked-input.js';
import {
  type CardDetails,
  type ProcessorChange,
  processorChanges,
} from '../application/ports/payment-processor.js';
import type { CustomerId, PaymentIntentId, RefundId, SetupIntentId } from '../domain/ids.js';
import { isObject } from '../domain/input/json.js';
import { type ProcessorFeatures, processorFeatures } from '../domain/processor-feature.js';

/**
 * How a payment is paid. `payment_method`: the id of a payment method that works for every payment, or a function that makes one, of
 * the customer if the processor keeps customers. Absent: the customer chooses at the processor.
 */
export type TestInstrument<P> = {
  readonly payment_method?:
    | string
    | ((processor: P, customer: CustomerId | undefined) => Promise<string> | string);
};

/** The kinds of ids that a call may not find. */
const idKinds = [
  'customer',
  'card',
  'token',
  'payment_method',
  'payment_intent',
  'setup_intent',
  'charge',
  'refund',
  'checkout_session',
  'dispute',
] as const;
/** A kind of id. */
export type IdKind = (typeof idKinds)[number];

/** The functions whose replies the suite searches for fields of the processor's own. */
const repliesWithOwnFields = [
  'createCustomer',
  'createCard',
  'createPaymentIntent',
  'confirmPaymentIntent',
  'listPaymentIntents',
  'createSetupIntent',
  'createRefund',
] as const;
/** A function whose reply may have fields of the processor's own. */
export type ReplyWithOwnFields = (typeof repliesWithOwnFields)[number];

/**
 * Test data of the processor. `approved` or `needsCustomer` is required; clauses that need another one are skipped by name.
 */
export type ContractFixtures<P> = {
  /** Three letters, lower case. Default: `eur`. */
  readonly currency?: string;
  /** Amounts that the processor accepts, in minor units. The first, at least 100, is used where any will do. Default: 1999, 7840, 100. */
  readonly amounts?: ReadonlyArray<number>;
  /** Amounts that the processor refuses: too small or too large. */
  readonly refusedAmounts?: ReadonlyArray<number>;
  /** Pays with the confirmation, without the customer. Absent: every payment needs the customer. */
  readonly approved?: TestInstrument<P>;
  /** Is declined at the confirmation. */
  readonly declined?: TestInstrument<P>;
  /** Needs the customer after the confirmation: a redirect, a form, an approval or a challenge. */
  readonly needsCustomer?: TestInstrument<P>;
  /** Pays with the confirmation, and is then disputed by the customer, with a chargeback. */
  readonly disputed?: TestInstrument<P>;
  /** A token from which `createCard` makes a card: its id, if it may be used again, or a function that makes a new one. */
  readonly cardToken?: string | ((processor: P) => Promise<string> | string);
  /** A card whose number `createCardToken` accepts. */
  readonly card?: CardDetails;
  /** Well-formed ids of the processor that name nothing. Default: `doesnotexist`. */
  readonly unknownIds?: { readonly [K in IdKind]?: string };
  /** Paths of fields that the processor returns and the types of the port do not name. The adapter must pass them through. */
  readonly ownFields?: { readonly [N in ReplyWithOwnFields]?: ReadonlyArray<string> };
};

/** The decision of the customer. */
export type CustomerChoice = 'approve' | 'refuse';

/**
 * A fault that hits the next call that changes something. `answer_lost`: the work is done, but the response is lost.
 * `not_reached`: the call does not arrive. `rate_limited`: it is refused with 429. `server_error`: the response is 500.
 */
export type Fault = 'answer_lost' | 'not_reached' | 'rate_limited' | 'server_error';

/** Ways in which a test makes the processor do something. Clauses that need a missing one are skipped by name. */
export type ContractControls<P> = {
  /** Makes the fault hit the next call that changes something, once. An adapter that retries may hide it. */
  readonly injectFault?: (processor: P, fault: Fault) => Promise<void> | void;
  /** The customer chooses this payment method on the page, which sends the confirmation token: returns its id. */
  readonly createConfirmationToken?: (
    processor: P,
    paymentMethod: string,
  ) => Promise<string> | string;
  /** Settles a `pending` refund. */
  readonly settleRefund?: (processor: P, refund: RefundId) => Promise<void> | void;
  /** Makes the processor book the payments that have succeeded, if it does that later. */
  readonly bookPayments?: (processor: P) => Promise<void> | void;
  /** Makes the money of all payments available, and pays it out automatically. Returns the id of the payout. */
  readonly payOut?: (processor: P) => Promise<string> | string;
};

/** Optional parts of the adapter that the suite tests too. */
export type ContractExtras = {
  /** The look-ups that the adapter has. */
  readonly lookUps?: ReadonlyArray<ProcessorChange>;
  /** Whether the adapter has `retrieveAccount`. */
  readonly retrieveAccount?: boolean;
};

/** The options of the contract suite. Functions get the processor that `makeProcessor` returned. */
export type ContractOptions<P> = {
  /** The features of the adapter, as in its `features`. Default: all. The report lists the clauses that a missing one leaves out. */
  readonly features?: ProcessorFeatures;
  readonly fixtures: ContractFixtures<P>;
  /**
   * Brings the customer through the next action of an intent in `requires_action`: opens the page, sends the form, answers in the app,
   * passes or fails the challenge. Resolves when the processor knows the outcome. Required with `needsCustomer` alone.
   */
  readonly completeAction?: (
    processor: P,
    intent: PaymentIntentId | SetupIntentId,
    choice: CustomerChoice,
  ) => Promise<void> | void;
  readonly controls?: ContractControls<P>;
  readonly extras?: ContractExtras;
  /** Closes the processor after every clause. */
  readonly close?: (processor: P) => Promise<void> | void;
};

type TextOrFunction<F extends (...args: never) => unknown> = string | F;

const aTextOrFunction = <F extends (...args: never) => unknown>(): Check<TextOrFunction<F>> =>
  must(
    'must be a non-empty string or a function',
    (value): value is TextOrFunction<F> =>
      typeof value === 'function' || (typeof value === 'string' && value !== ''),
  );

const anInstrument = <P>() =>
  options<TestInstrument<P>>({ payment_method: optional(aTextOrFunction()) });

const someAmounts = must(
  'must be a list of positive whole numbers, not empty',
  (value): value is ReadonlyArray<number> =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((amount) => Number.isSafeInteger(amount) && amount > 0),
);

const aCard = must(
  'must be a card: number, exp_month, exp_year and cvc',
  (value): value is CardDetails =>
    isObject(value) && ['number', 'exp_month', 'exp_year', 'cvc'].every((field) => field in value),
);

const anId = textThat('must be an id: letters, digits, - and _', (text) => /^[\w-]+$/.test(text));

/** Accepts an object with any of these names, each with a value that the check accepts. */
const anyOf = <N extends string, A>(
  names: ReadonlyArray<N>,
  check: Check<A>,
): Check<{ readonly [K in N]?: A }> => {
  const checks = Object.fromEntries(names.map((name) => [name, optional(check)]));
  return withoutProblems((given, name) => problemsOfFields(checks, given, name));
};

const lookUpNames = must(
  'must be a list of functions of the port that change something',
  (value): value is ReadonlyArray<ProcessorChange> =>
    Array.isArray(value) &&
    value.every((name) => typeof name === 'string' && Object.hasOwn(processorChanges, name)),
);

const fixturesOf = <P>() =>
  also(
    options<ContractFixtures<P>>({
      currency: optional(
        textThat('must be three lower-case letters', (text) => /^[a-z]{3}$/.test(text)),
      ),
      amounts: optional(someAmounts),
      refusedAmounts: optional(someAmounts),
      approved: optional(anInstrument()),
      declined: optional(anInstrument()),
      needsCustomer: optional(anInstrument()),
      disputed: optional(anInstrument()),
      cardToken: optional(aTextOrFunction()),
      card: optional(aCard),
      unknownIds: optional(anyOf(idKinds, anId)),
      ownFields: optional(anyOf(repliesWithOwnFields, textsThat('must be a list of paths'))),
    }),
    ({ approved, needsCustomer, amounts: [usual = 100] = [] }, name) => [
      ...(approved === undefined && needsCustomer === undefined
        ? [`${name} must have approved or needsCustomer`]
        : []),
      ...(usual < 100 ? [`${name}.amounts must begin with an amount of at least 100`] : []),
    ],
  );

/** The checks of the options that all profiles have. */
export const optionalParts = <P>(): Described<
  Pick<ContractOptions<P>, 'completeAction' | 'controls' | 'extras' | 'close'>
> => ({
  completeAction: optional(aFunction()),
  controls: optional(
    options<ContractControls<P>>({
      injectFault: optional(aFunction()),
      createConfirmationToken: optional(aFunction()),
      settleRefund: optional(aFunction()),
      bookPayments: optional(aFunction()),
      payOut: optional(aFunction()),
    }),
  ),
  extras: optional(
    options<ContractExtras>({
      lookUps: optional(lookUpNames),
      retrieveAccount: optional(aFlag),
    }),
  ),
  close: optional(aFunction()),
});

/** The check of the options of the contract suite. */
export const contractOptions = <P>(): Check<ContractOptions<P>> =>
  also(
    options<ContractOptions<P>>({
      features: optional(anyOf(processorFeatures, aFlag)),
      fixtures: fixturesOf(),
      ...optionalParts<P>(),
    }),
    ({ fixtures, completeAction }) =>
      fixtures.approved === undefined && completeAction === undefined
        ? ['completeAction is missing: without fixtures.approved every payment needs the customer']
        : [],
  );
