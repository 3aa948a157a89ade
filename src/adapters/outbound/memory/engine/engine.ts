import { createHmac } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Clock } from '../../../../application/ports/clock.js';
import type { ApiError } from './api-error.js';
import type { Call } from './call.js';
import { cardError } from './card-error.js';
import { declineOf } from './cards/decline-of.js';
import { deepFreeze } from './deep-freeze.js';
import type { EngineClock } from './engine-clock.js';
import type { EngineFailure } from './engine-failure.js';
import type { EngineSnapshot } from './engine-snapshot.js';
import {
  createEventDispatcher,
  type EventListener,
  type ListenerErrorHandler,
} from './events/event-dispatcher.js';
import { trimEvents } from './events/trim-events.js';
import type { Fault } from './fault.js';
import { fillPath } from './fill-path.js';
import { invalidRequest } from './invalid-request.js';
import { isKept } from './is-kept.js';
import { emptyMemory, loadMemory, type Memory, saveMemory } from './memory.js';
import type { ChargeObject } from './objects/charge-object.js';
import type { Operation } from './operation.js';
import type { PlannedFault } from './planned-fault.js';
import { replayAnswer } from './replay-answer.js';
import { stableJson } from './stable-json.js';

export type EngineOptions = {
  readonly seed: string;
  readonly clock: Clock;
  /** How many events are kept; the oldest go first. */
  readonly keepEvents: number;
  readonly challengeUrl: (paymentIntent: string) => string;
  readonly onListenerError: ListenerErrorHandler;
};

/** The processor in its own terms. Everything happens at once: nothing here waits. */
export type Engine = {
  readonly call: <P extends object, A>(
    operation: Operation<P, A>,
    params: P,
    options?: { readonly idempotencyKey?: string },
  ) => E.Either<EngineFailure, A>;
  /** A charge, beside any planned fault. */
  readonly chargeOf: (id: string) => ChargeObject | undefined;
  readonly clock: Pick<EngineClock, 'now' | 'advance'>;
  readonly failNext: (fault: PlannedFault) => void;
  readonly onEvent: (listener: EventListener) => () => void;
  readonly reset: () => void;
  readonly snapshot: () => EngineSnapshot;
  readonly restore: (snapshot: EngineSnapshot) => void;
};

/** The version of the processor's interface that events are written in. */
const apiVersion = '2026-10-28.endive';
const longestKey = 255;

const serverError: ApiError = {
  status: 500,
  error: { type: 'api_error', message: 'An unknown error occurred' },
};

const rateLimited: ApiError = {
  status: 429,
  error: {
    type: 'invalid_request_error',
    message: 'Too many requests hit the API too quickly.',
    code: 'rate_limit',
  },
};

const answered = (error: ApiError): EngineFailure => ({ _tag: 'Answered', error });

export const createEngine = (options: EngineOptions): Engine => {
  let memory: Memory = emptyMemory(options.seed, options.clock);
  const dispatcher = createEventDispatcher(options.onListenerError);

  const keyed = (text: string): string =>
    createHmac('sha256', memory.seed).update(text).digest('base64url');

  const callFor = (
    method: Operation<never, unknown>['method'],
    chargeFault: Call['chargeFault'],
    key: string | null,
  ): Call => {
    const { state, ids, clock } = memory;
    let request: string | null = null;
    return {
      state,
      now: clock.now(),
      newId: ids.next,
      fingerprintOf: (number) => keyed(number).replaceAll(/[-_]/g, '').slice(0, 16),
      challengeUrl: options.challengeUrl,
      chargeFault,
      emit: (type, object, previous) => {
        if (method !== 'CONTROL') request ??= ids.next('req');
        const event = deepFreeze({
          id: ids.next('evt'),
          object: 'event' as const,
          api_version: apiVersion,
          created: clock.now(),
          data: {
            object,
            ...(previous === undefined ? {} : { previous_attributes: previous }),
          },
          livemode: false as const,
          pending_webhooks: 0,
          request: { id: request, idempotency_key: key },
          type,
        });
        state.events.put(event);
        trimEvents(state, options.keepEvents);
        dispatcher.add(event);
      },
    };
  };

  const execute = <P extends object, A>(
    operation: Operation<P, A>,
    params: P,
    fault: Fault | null,
    key: string | null,
  ): E.Either<ApiError, A> => {
    if (fault === 'server_error') return E.left(serverError);
    const charges = operation.charges?.(params) ?? false;
    const chargeFault = fault === 'processing' || typeof fault === 'object' ? fault : null;
    if (chargeFault !== null && chargeFault !== 'processing' && !charges) {
      return E.left(cardError(declineOf(chargeFault.decline)));
    }
    const made = memory.ids.made();
    const answer = operation.run(callFor(operation.method, chargeFault, key))(params);
    if (memory.ids.made() !== made || (E.isRight(answer) && operation.method !== 'GET')) {
      memory.clock.mark();
    }
    return answer;
  };

  const executeOnce = <P extends object, A>(
    operation: Operation<P, A>,
    params: P,
    key: string | undefined,
    useFault: () => Fault | null,
  ): E.Either<ApiError, A> => {
    if (key === undefined || operation.method !== 'POST') {
      return execute(operation, params, useFault(), null);
    }
    if (key.length > longestKey) {
      return E.left(
        invalidRequest(`Idempotency-Key must be at most ${longestKey} characters long.`),
      );
    }
    const { answers, clock } = memory;
    const path = fillPath(operation.path, params);
    const hash = keyed(stableJson(operation.remembered?.(params) ?? params));
    const now = clock.now();
    answers.expire(now);
    const stored = answers.get(key);
    if (stored !== undefined) return replayAnswer(operation, stored, path, hash);
    const answer = execute(operation, params, useFault(), key);
    if (isKept(answer)) {
      clock.mark();
      answers.keep(
        deepFreeze({ key, operation: operation.name, path, params: hash, created: now, answer }),
      );
    }
    return answer;
  };

  const answer = <P extends object, A>(
    operation: Operation<P, A>,
    params: P,
    key: string | undefined,
  ): E.Either<EngineFailure, A> => {
    if (operation.method === 'CONTROL') {
      return pipe(execute(operation, params, null, null), E.mapLeft(answered));
    }
    const found = memory.faults.find({
      name: operation.name,
      word: operation.word,
      charges: operation.charges?.(params) ?? false,
    });
    const fault = found?.fault ?? null;
    if (fault === 'unreachable' || fault === 'timeout_before' || fault === 'rate_limit') {
      found?.use();
      if (fault === 'rate_limit') return E.left(answered(rateLimited));
      return E.left({
        _tag: 'NoAnswer',
        outcome: fault === 'unreachable' ? 'not_done' : 'unknown',
      });
    }
    const result = executeOnce(operation, params, key, () => {
      found?.use();
      return fault;
    });
    if (fault !== 'timeout_after') return pipe(result, E.mapLeft(answered));
    found?.use();
    return E.left({ _tag: 'NoAnswer', outcome: 'unknown' });
  };

  return {
    call: (operation, params, { idempotencyKey } = {}) => {
      const result = answer(operation, params, idempotencyKey);
      dispatcher.dispatch();
      return deepFreeze(result);
    },
    chargeOf: (id) => memory.state.charges.get(id),
    clock: { now: () => memory.clock.now(), advance: (seconds) => memory.clock.advance(seconds) },
    failNext: (fault) => memory.faults.plan(deepFreeze(structuredClone(fault))),
    onEvent: dispatcher.listen,
    reset: () => {
      dispatcher.drop();
      memory = emptyMemory(options.seed, options.clock);
    },
    snapshot: () => saveMemory(memory),
    restore: (snapshot) => {
      dispatcher.drop();
      memory = loadMemory(snapshot, options.clock);
    },
  };
};
