import type { ServerResponse } from 'node:http';
import type { Endpoint } from '../core/matcher.js';
import type { HttpRequest, HttpResponse } from '../core/message.js';
import { type ErrorAnswers, failureResponse } from '../failure-response.js';
import type { HttpError } from '../http-error.js';
import { createDeadline, type Deadline } from './deadline.js';

type Exchange = {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
};

type Waiting = { readonly arrivedAt: number; readonly onLate: () => void };

/** Answers a request within its time: with what answers it, or with an error once that is late. */
type AnswerInTime = (exchange: Exchange, answer: Promise<HttpResponse>) => Promise<HttpResponse>;

const lateness = new Error('the time limit of the request is over');

/** The error of a request that is late. `begun`: whether its work has begun. */
const lateError = ({ response, endpoint }: Exchange, begun: boolean, keyed: boolean): HttpError => {
  if (!begun && !response.req.complete) return { _tag: 'BrokenRequest', status: 408 };
  if (begun && endpoint.answersWithinMs === undefined) {
    return { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause: lateness };
  }
  // An earlier request with the key may have done the work.
  const outcome = begun || keyed ? ({ outcome: 'unknown' } as const) : {};
  return { _tag: 'StoreUnavailable', ...outcome, cause: lateness };
};

// By response: the work that goes on after it.
const lateWork = new WeakMap<ServerResponse, Promise<unknown>>();

/** Resolves when the work of a request has ended, which may be after its response. */
export const workEnds = async (response: ServerResponse): Promise<void> => {
  await lateWork.get(response);
};

/**
 * Limits the time of requests to `timeoutMs` milliseconds; an endpoint may demand less. Work that has begun when the time is over
 * goes on, and other work never begins.
 */
export const createTimeLimit = (timeoutMs: number, errors: ErrorAnswers): AnswerInTime => {
  const deadlines = new Map<number, Deadline<Waiting>>();
  const deadlineOf = ({ answersWithinMs = timeoutMs }: Endpoint): Deadline<Waiting> => {
    const ms = Math.min(answersWithinMs, timeoutMs);
    const deadline = deadlines.get(ms) ?? createDeadline<Waiting>(ms, ({ onLate }) => onLate());
    deadlines.set(ms, deadline);
    return deadline;
  };

  const lateAnswer = (exchange: Exchange): HttpResponse => {
    const { request, response } = exchange;
    if (!response.req.complete) {
      response.shouldKeepAlive = false;
      // Node would not tell what reads the body that the caller has left.
      response.once('close', () => void response.req.destroy());
    }
    const changes = !['GET', 'HEAD'].includes(request.method);
    const keyed = changes && request.headers['idempotency-key'] !== undefined;
    const error = lateError(exchange, request.giveUp(), keyed);
    return failureResponse(error, request, errors, { changes, keyed });
  };

  const reportLate = ({ request, endpoint }: Exchange, { status, logged }: HttpResponse): void =>
    errors.logger.warn('a request ended after its time limit, when it had been answered 503', {
      request_id: request.id,
      route: endpoint.method === '*' ? undefined : endpoint.path,
      status,
      error: logged?.error,
    });

  return (exchange, answer) =>
    new Promise((resolve) => {
      const deadline = deadlineOf(exchange.endpoint);
      const waiting: Waiting = {
        arrivedAt: performance.now(),
        onLate: () => {
          lateWork.set(
            exchange.response,
            answer.then((answered) => reportLate(exchange, answered)),
          );
          resolve(lateAnswer(exchange));
        },
      };
      deadline.add(waiting);
      void answer.then((answered) => {
        deadline.remove(waiting);
        resolve(answered);
      });
    });
};
