import { randomUUID } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  aClock,
  aFlag,
  aFunction,
  aWholeNumber,
  aWord,
  checkedOptions,
  optional,
  options as optionsOf,
} from '../../../application/checked-input.js';
import type { Clock } from '../../../application/ports/clock.js';
import type {
  PaymentProcessor,
  ProcessorExtras,
} from '../../../application/ports/payment-processor.js';
import type { SnapshotEvent } from '../../../domain/events/processor-event.js';
import {
  aFeeRate,
  aSeed,
  type CheckoutDesk,
  callEngine,
  checkoutDesk,
  createControls,
  createEngine,
  createMountPages,
  type Engine,
  type EngineInspection,
  engineOperations,
  type FeeRate,
  inspectEngine,
  type MemoryControls,
  memoryAccount,
  retrieveKeptCard,
  type SwitchableMethod,
  someMethods,
  throwOutside,
  withCharges,
} from '../../../simulator/index.js';
import { createOutcomeLookUps } from '../look-ups/outcome-look-ups.js';
import type { OutcomeReads } from '../look-ups/outcome-reads.js';
import { systemClock } from '../system-time.js';
import { createPort } from './create-port.js';

/** Options of `createMemoryProcessor`. Every option has a default. */
export type MemoryProcessorOptions = {
  /** The same seed produces the same ids. Absent: a random seed. */
  readonly seed?: number | string;
  /** Returns the time in Unix seconds. Absent: the system clock. */
  readonly clock?: Clock;
  /** The number of events that are kept; the oldest are dropped first. Absent: 10 000. */
  readonly keepEvents?: number;
  /**
   * How `createCard` keeps cards: as sources (`card_...`) or as payment methods (`pm_...`), like the option of this name of
   * the Stripe adapter. Absent: `sources`.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** `false`: card tokens are refused as sources of customers, as in new Stripe accounts. Absent: `true`. */
  readonly cardTokens?: boolean;
  /**
   * The fee of each charge, shown in its balance transaction and taken from the balance: `{ percent: 1.5, fixed: 25 }` is 1.5 %
   * and 25 minor units of the charge's currency. Absent: nothing.
   */
  readonly fees?: FeeRate;
  /**
   * The payment methods that the account offers until it changes its configuration: `['card', 'link']`. Absent: card, link,
   * apple_pay and google_pay.
   */
  readonly methods?: ReadonlyArray<SwitchableMethod>;
  /**
   * Returns the URL of the page on which the customer authenticates an intent (`pi_...`, `seti_...`), for `next_action`. Absent:
   * the page of the mounted HTTP interface.
   */
  readonly challengeUrl?: (intent: string) => string;
  /**
   * Returns the URL of the page of a checkout session (`cs_...`), for its `url`. Absent: the page of the mounted HTTP interface.
   */
  readonly checkoutUrl?: (session: string) => string;
  /**
   * Called with the error that an event listener throws or rejects with. Absent: the error is thrown as an uncaught
   * exception, which ends the process.
   */
  readonly onListenerError?: (error: unknown, event: SnapshotEvent) => void;
};

const limit = 100;

/** The functions with which look-ups read from the engine. */
const outcomeReads = (engine: Engine): OutcomeReads => {
  const call = callEngine(engine);
  return {
    now: engine.clock.now,
    retrieveIntent: (payment_intent) =>
      pipe(call(engineOperations.retrieveIntent)({ payment_intent }), TE.map(withCharges(engine))),
    listIntents: (page) =>
      pipe(
        call(engineOperations.listIntents)({ ...page, limit }),
        TE.map((list) => ({ ...list, data: list.data.map(withCharges(engine)) })),
      ),
    listCharges: (page) => call(engineOperations.listCharges)({ ...page, limit }),
    retrieveSetupIntent: (setup_intent) =>
      call(engineOperations.retrieveSetupIntent)({ setup_intent }),
    listSetupIntents: (page) => call(engineOperations.listSetupIntents)({ ...page, limit }),
    retrieveCheckoutSession: (session) =>
      call(engineOperations.retrieveCheckoutSession)({ session }),
    listCheckoutSessions: (page) => call(engineOperations.listCheckoutSessions)({ ...page, limit }),
    retrieveRefund: (refund) => call(engineOperations.retrieveRefund)({ refund }),
    listRefunds: (page) => call(engineOperations.listRefunds)({ ...page, limit }),
    retrieveDispute: (dispute) => call(engineOperations.retrieveDispute)({ dispute }),
    retrieveCustomer: (customer) => call(engineOperations.retrieveCustomer)({ customer }),
    listCustomers: (page) => call(engineOperations.listCustomers)({ ...page, limit }),
    retrieveConfirmationToken: (confirmation_token) =>
      call(engineOperations.retrieveConfirmationToken)({ confirmation_token }),
    retrieveToken: (token) => call(engineOperations.retrieveToken)({ token }),
    retrievePaymentMethod: (payment_method) => call(retrieveKeptCard)({ payment_method }),
    retrieveCard: (customer, card) => call(engineOperations.retrieveSource)({ customer, card }),
    eventsKeptFrom: engine.eventsKeptFrom,
    listEvents: (page) => call(engineOperations.listEvents)({ ...page, limit }),
  };
};

/** A card processor in memory, with controls that play its customers, banks and network. */
export type MemoryProcessor = PaymentProcessor &
  Pick<ProcessorExtras, 'lookUps' | 'retrieveAccount'> & {
    readonly controls: MemoryControls;
    /**
     * Says at which URL the interface is mounted, such as `http://localhost:3000/shop`: the page of a 3D Secure challenge is below
     * it, and that of Checkout. A mounted interface calls it itself. The options `challengeUrl` and `checkoutUrl` go before it.
     */
    readonly mountedAt?: (url: string) => void;
    /** Makes the pages of 3D Secure challenges and of Checkout, and the controls. A mounted interface calls it itself. */
    readonly mountPages?: ReturnType<typeof createMountPages>;
  };

const MemoryProcessorOptions = optionsOf<MemoryProcessorOptions>({
  seed: optional(aSeed),
  clock: optional(aClock),
  keepEvents: optional(aWholeNumber(0)),
  cards: optional(aWord('sources', 'payment_methods')),
  cardTokens: optional(aFlag),
  fees: optional(aFeeRate),
  methods: optional(someMethods),
  challengeUrl: optional(aFunction()),
  checkoutUrl: optional(aFunction()),
  onListenerError: optional(aFunction()),
});

/** Where the pages of challenges and of Checkout are: nowhere, until the interface is mounted. */
const createMount = () => {
  let challenges = 'https://challenge.pasarela.invalid';
  let checkout = 'https://checkout.pasarela.invalid';
  return {
    challengeUrl: (intent: string): string => `${challenges}/${intent}`,
    checkoutUrl: (session: string): string => `${checkout}/${session}`,
    at: (url: string): void => {
      challenges = `${url}/_processor/challenges`;
      checkout = `${url}/_processor/checkout`;
    },
  };
};

/** A processor with what shows it to people. */
type Inspected = {
  readonly processor: MemoryProcessor;
  readonly inspection: EngineInspection;
  readonly desk: CheckoutDesk;
};

/** Creates the processor of `createMemoryProcessor`, for a service that shows it in a console. */
export const createInspectedProcessor = (options: MemoryProcessorOptions): Inspected => {
  const checked = checkedOptions('createMemoryProcessor', MemoryProcessorOptions, options);
  const mounted = createMount();
  const {
    seed = randomUUID(),
    clock = systemClock,
    keepEvents = 10_000,
    cards = 'sources',
    cardTokens = true,
    fees = null,
    methods,
    challengeUrl = mounted.challengeUrl,
    checkoutUrl = mounted.checkoutUrl,
    onListenerError = throwOutside,
  } = checked;
  const engine = createEngine({
    seed: String(seed),
    account: memoryAccount,
    clock,
    keepEvents,
    cardTokens,
    fees,
    methods,
    challengeUrl,
    checkoutUrl,
    searchDelay: 0,
    onListenerError,
  });
  const desk = checkoutDesk(engine);
  const lookUps = createOutcomeLookUps(() => outcomeReads(engine));
  return {
    processor: {
      ...createPort(engine, { cards }),
      lookUps,
      retrieveAccount: pipe(
        callEngine(engine)(engineOperations.retrieveAccount)({}),
        TE.map(({ id }) => ({ id, livemode: false })),
      ),
      controls: createControls(engine),
      mountedAt: mounted.at,
      mountPages: createMountPages(desk),
    },
    inspection: inspectEngine(engine),
    desk,
  };
};

/**
 * Creates a card processor in memory that behaves like Stripe's test mode: test cards and magic ids, declines, 3D Secure,
 * refunds, idempotency keys and events. Returned objects are frozen. Amounts are in cents, times in Unix seconds. Throws a
 * `TypeError` that lists every invalid option.
 */
export const createMemoryProcessor = (options: MemoryProcessorOptions = {}): MemoryProcessor =>
  createInspectedProcessor(options).processor;
