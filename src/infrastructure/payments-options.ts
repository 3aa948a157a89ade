import {
  aFlag,
  aLogger,
  aWord,
  checkedOptions,
  hasFunctions,
  must,
  optional,
  options,
  type Rule,
  type Rules,
} from '../application/checked-options.js';
import type { Clock } from '../application/ports/clock.js';
import { type EventStore, eventStoreFunctions } from '../application/ports/event-store.js';
import type { Logger } from '../application/ports/logger.js';
import {
  type ConfirmationMethod,
  type PaymentProcessor,
  type ProcessorExtras,
  processorFunctions,
} from '../application/ports/payment-processor.js';
import type { UnknownFieldsPolicy } from '../application/unknown-fields.js';
import { unitsOfCurrency } from '../domain/currency.js';
import { within } from './bounds.js';
import {
  type EventHandlingSettings,
  eventHandlingBounds,
} from './events/event-handling-settings.js';
import { type IdempotencyOptions, idempotencyProblems } from './idempotency/idempotency-options.js';

/** What payments are made with. Only the processor is required. */
export type PaymentsOptions = {
  /** The card processor that the payments go to. */
  readonly processor: PaymentProcessor & ProcessorExtras;
  /** Signing secrets of webhook calls (`whsec_...`); several while one replaces another. None: no call is accepted. */
  readonly webhookSecrets?: ReadonlyArray<string>;
  /** Where received events are kept. Default: in memory, as long as the process lives. */
  readonly eventStore?: EventStore;
  /** How requests with idempotency keys are handled: `payments.withIdempotencyKey(key)`. */
  readonly idempotency?: IdempotencyOptions;
  /** Unix seconds. Default: the machine's time. */
  readonly clock?: Clock;
  /** `manual` (default): after a 3D Secure challenge the server confirms again; `automatic`: it goes on by itself. */
  readonly confirmationMethod?: ConfirmationMethod;
  /** The currencies that payments may be in, as three letters. Default: `['eur']`. A payment that names none is in euros. */
  readonly currencies?: ReadonlyArray<string>;
  /** Whether live events are handled (`true`) or test ones; the others are stored and ignored. Default: both are handled. */
  readonly livemode?: boolean;
  /**
   * `true`: another process on the same `eventStore` handles the events. They are kept for it, whatever their type, and none
   * is handled here. Default: `false`.
   */
  readonly eventsHandledElsewhere?: boolean;
  /**
   * What becomes of fields that an operation does not know. Default: where money moves they are refused, elsewhere left out
   * and named in a warning. `refuse`: they are refused everywhere; `ignore`: nowhere.
   */
  readonly unknownFields?: UnknownFieldsPolicy | undefined;
  /** Where it is said that events could not be handled, answers not kept, or fields left out. Default: nowhere. */
  readonly logger?: Logger;
  /** Default: 8 events at a time, leases of 30 seconds, 12 tries; handled and ignored events are kept for 30 days. */
  readonly eventHandling?: Partial<EventHandlingSettings>;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const areCurrencies = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((code) => unitsOfCurrency(code) !== undefined);

const isSecrets = (value: unknown): boolean =>
  Array.isArray(value) && value.every((secret) => typeof secret === 'string');

const isLookUps = (lookUps: unknown): boolean =>
  isObject(lookUps) &&
  Object.entries(lookUps).every(
    ([name, lookUp]) => Object.hasOwn(processorFunctions, name) && typeof lookUp === 'function',
  );

const extrasProblems = (processor: object): ReadonlyArray<string> => {
  const requestFormat: unknown = Reflect.get(processor, 'requestFormat');
  const lookUps: unknown = Reflect.get(processor, 'lookUps');
  return [
    ...(requestFormat === undefined || typeof requestFormat === 'string'
      ? []
      : ['processor.requestFormat must be a text']),
    ...(lookUps === undefined || isLookUps(lookUps)
      ? []
      : ['processor.lookUps must be functions named as those of the processor']),
  ];
};

const eventHandlingRules: { readonly [name: string]: Rule } = Object.fromEntries(
  Object.entries(eventHandlingBounds).map(([name, bounds]) => [name, within(bounds)]),
);

const rules: Rules<PaymentsOptions> = {
  processor: (processor, name) =>
    isObject(processor)
      ? [...extrasProblems(processor), ...hasFunctions(processorFunctions)(processor, name)]
      : ['processor is missing: pass createMemoryProcessor(), or an adapter of your own'],
  webhookSecrets: optional(
    must('must be an array of texts: is the environment variable set?', isSecrets),
  ),
  eventStore: optional(hasFunctions(eventStoreFunctions)),
  idempotency: idempotencyProblems,
  clock: optional(
    must('must be a function that answers Unix seconds', (clock) => typeof clock === 'function'),
  ),
  currencies: optional(
    must(
      "must be an array of codes of currencies that Stripe takes: ['eur', 'usd']",
      areCurrencies,
    ),
  ),
  confirmationMethod: optional(aWord('manual', 'automatic')),
  livemode: optional(aFlag),
  eventsHandledElsewhere: optional(aFlag),
  logger: optional(aLogger),
  unknownFields: optional(aWord('refuse', 'ignore')),
  eventHandling: optional(options(eventHandlingRules)),
};

const rulesFor = (given: unknown): Rules<PaymentsOptions> => ({
  ...rules,
  eventsHandledElsewhere: (elsewhere, name) =>
    elsewhere === true && isObject(given) && Reflect.get(given, 'eventStore') === undefined
      ? [`${name} needs an eventStore that the other process has too`]
      : rules.eventsHandledElsewhere(elsewhere, name),
});

/** Refuses at once what JavaScript would only notice with the first payment. Throws a `TypeError` with every problem. */
export const checkPaymentsOptions = (given: PaymentsOptions): PaymentsOptions =>
  checkedOptions('createPayments', rulesFor(given), given);
