import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { doDueWork, mostDueAfter } from './due-work.js';
import type { EngineClock } from './kernel/clock.js';
import {
  createEventDispatcher,
  type EventDispatcher,
  releaseEvents,
} from './kernel/event-delivery.js';
import {
  type EngineOptions,
  type EngineParts,
  type EngineSnapshot,
  loadMemory,
  type Memory,
  saveMemory,
} from './kernel/memory.js';
import {
  type Control,
  type Definition,
  type EngineRequest,
  type RequestOptions,
  requestOf,
} from './kernel/operation.js';
import {
  answered,
  type EngineFailure,
  type EngineResponse,
  executeControl,
  respond,
} from './kernel/pipeline.js';
import type { QueuedFailure } from './kernel/planned-failures.js';
import type { ChargeObject } from './objects/charge.js';
import { deepFreeze } from './objects/json.js';
import type { StoredEndpoint } from './objects/webhook-endpoint.js';
import { startMemory } from './start.js';
import { endpointsFor } from './store/state.js';

type CountedTable =
  | 'customers'
  | 'intents'
  | 'checkoutSessions'
  | 'setupIntents'
  | 'refunds'
  | 'disputes'
  | 'events';

/** The processor with Stripe's own operations and parameters. It is synchronous. */
export type Engine = {
  /** Runs one of the `operations`. */
  readonly call: <P extends object, A>(
    operation: Definition<P, A>,
    params: P,
    options?: RequestOptions,
  ) => E.Either<EngineFailure, A>;
  /** Responds to a request. */
  readonly respond: <A>(request: EngineRequest<A>, options?: RequestOptions) => EngineResponse<A>;
  /** Runs a control; planned failures do not apply to it. */
  readonly control: <P extends object, A>(
    control: Control<P, A>,
    params: P,
  ) => E.Either<EngineFailure, A>;
  /** A charge; planned failures do not apply to it. It is frozen once an answer holds it. */
  readonly chargeOf: (id: string) => ChargeObject | undefined;
  /** The enabled webhook endpoints that receive events of this type. */
  readonly endpointsFor: (type: string) => ReadonlyArray<StoredEndpoint>;
  readonly clock: Pick<EngineClock, 'now' | 'advance' | 'state'>;
  /** Does at most so much of what is due by now, without a request. Returns how much it did. */
  readonly catchUp: (most: number) => number;
  /** Delays events: each becomes visible this many seconds after it happened. Also applies to events that already wait. */
  readonly delayEvents: (seconds: number) => void;
  /** Returns false when too many failures are planned already. */
  readonly failNext: (failure: QueuedFailure) => boolean;
  /** The failures that wait for their requests. */
  readonly plannedFailures: () => ReadonlyArray<QueuedFailure>;
  readonly forgetFailures: () => void;
  /** How many objects there are. */
  readonly counts: () => { readonly [T in CountedTable]: number };
  /** The number of the next event, and that of a stored one: they rise from 0 with each event. */
  readonly eventNumbers: {
    readonly next: () => number;
    readonly of: (id: string) => number | undefined;
  };
  /** Events before this moment may have been dropped. Unix seconds. */
  readonly eventsKeptFrom: () => number;
  readonly onEvent: EventDispatcher['listen'];
  readonly reset: () => void;
  readonly snapshot: () => EngineSnapshot;
  readonly restore: (snapshot: EngineSnapshot) => void;
};

/** An engine, empty or with the state of `start`. */
export const createEngine = (options: EngineOptions): Engine => {
  const dispatcher = createEventDispatcher(options.onListenerError);
  const partsWith = (memory: Memory): EngineParts => ({ memory, options, dispatcher });
  let parts = partsWith(startMemory(options));
  let mostDue = mostDueAfter(0, 1);
  // Rows are not frozen until they leave the engine: what only other rows hold is never read by a caller.
  const finish = <A>(result: A): A => {
    deepFreeze(result);
    dispatcher.dispatch();
    return result;
  };
  const catchUp = (most?: number): number => {
    const done = doDueWork(parts, most);
    releaseEvents(parts);
    return done;
  };
  const catchUpForRequest = (): void => {
    mostDue = mostDueAfter(catchUp(mostDue), mostDue);
  };
  const send = <A>(request: EngineRequest<A>, by: RequestOptions = {}): EngineResponse<A> => {
    catchUpForRequest();
    return finish(respond(parts, request, by));
  };
  return {
    call: (operation, params, by) => send(requestOf(operation, params), by).answer,
    respond: send,
    control: (control, params) => {
      catchUpForRequest();
      return finish(pipe(executeControl(parts, control, params), E.mapLeft(answered)));
    },
    chargeOf: (id) => parts.memory.state.charges.get(id),
    endpointsFor: (type) => endpointsFor(parts.memory.state, type),
    clock: {
      now: () => parts.memory.clock.now(),
      advance: (seconds) => {
        parts.memory.clock.advance(seconds);
        finish(catchUp());
      },
      state: () => parts.memory.clock.state(),
    },
    catchUp: (most) => finish(catchUp(most)),
    delayEvents: (seconds) => {
      parts.memory.lateEvents.delay(seconds);
      finish(catchUp());
    },
    failNext: (failure) => parts.memory.failures.plan(deepFreeze(structuredClone(failure))),
    plannedFailures: () => parts.memory.failures.dump(),
    forgetFailures: () => parts.memory.failures.forget(),
    counts: () => {
      const { customers, intents, refunds, disputes, events, checkoutSessions, setupIntents } =
        parts.memory.state;
      return {
        customers: customers.size(),
        intents: intents.size(),
        checkoutSessions: checkoutSessions.size(),
        setupIntents: setupIntents.size(),
        refunds: refunds.size(),
        disputes: disputes.size(),
        events: events.size(),
      };
    },
    eventNumbers: {
      next: () => parts.memory.state.events.nextSequence(),
      of: (id) => parts.memory.state.events.sequenceOf(id),
    },
    eventsKeptFrom: () => {
      const { events } = parts.memory.state;
      if (events.size() === events.nextSequence()) return 0;
      const [oldest] = events.oldestFirst('all');
      // Of its second, others may have been dropped.
      return oldest === undefined ? Number.POSITIVE_INFINITY : oldest.created + 1;
    },
    onEvent: dispatcher.listen,
    reset: () => {
      dispatcher.drop();
      parts = partsWith(startMemory(options));
    },
    snapshot: () => saveMemory(parts.memory),
    restore: (snapshot) => {
      parts = partsWith(loadMemory(snapshot, options));
      dispatcher.drop();
    },
  };
};
