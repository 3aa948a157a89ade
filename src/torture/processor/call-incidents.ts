import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { refusedResponse } from '../../simulator/server.js';
import { dayPasses } from '../plan/incident.js';
import type { CallPlace, IncidentBook } from './incident-book.js';
import type { Overtaking } from './overtaking.js';
import type { Exchange, ProcessorAnswer, ShopRequest } from './reverse-proxy.js';
import type { ShopLink } from './shop-link.js';

/** The answer of a processor that does nothing about a request: Stripe's 409, 429 or 500. */
const refusedAnswer = (
  request: ShopRequest,
  status: 409 | 429 | 500,
  requestId: string,
): ProcessorAnswer => {
  const { headers, body } = refusedResponse(request, status, requestId);
  const bytes = Buffer.from(body);
  const all: IncomingHttpHeaders = { ...headers, 'content-length': String(bytes.length) };
  return {
    status,
    headers: all,
    rawHeaders: Object.entries(all).flatMap(([name, value]) =>
      typeof value === 'string' ? [name, value] : [],
    ),
    body: bytes,
  };
};

/** How a call ended: the status that the shop got, and what the processor answered. */
type CallEnding = {
  readonly status: number | null;
  readonly answer: ProcessorAnswer | null;
};

/** Lets the incidents of the plan happen to calls. */
export type CallIncidents = {
  /** Before the work. Resolves with how the call ended; `null`: it goes on. */
  readonly before: (exchange: Exchange, place: CallPlace) => Promise<CallEnding | null>;
  /** After the work: answers, or does not. `ms`: how long the first try of the call is ago. Resolves with the status that the shop got. */
  readonly after: (
    exchange: Exchange,
    place: CallPlace,
    answer: ProcessorAnswer,
    ms: number,
  ) => Promise<number | null>;
  /** So many seconds have passed: orders that were cut off until then can be called about again. */
  readonly timePasses: (seconds: number) => void;
};

export type CallIncidentsOptions = {
  readonly book: IncidentBook;
  readonly shop: ShopLink;
  readonly overtaking: Overtaking;
  /** Resolves when the webhooks that a request caused were sent once; `null`: it caused none. */
  readonly sentOnce: (requestId: string) => Promise<void> | null;
  readonly newRequestId: () => string;
  readonly onProblem: (problem: unknown) => void;
};

const lost: CallEnding = { status: null, answer: null };

// A shop may handle a webhook only once it has the answer, and would wait for ever.
const longestWaitForWebhooksMs = 1000;

// Shorter than any program waits for an answer.
const longestWaitForStartMs = 600;

export const createCallIncidents = (options: CallIncidentsOptions): CallIncidents => {
  const { book, shop, overtaking } = options;
  // Orders whose changes are lost until the day has passed, because a program tries again by itself within seconds.
  const cutOff = new Map<number, number>();

  const pause = (ms: number, signal: AbortSignal = book.ended): Promise<void> =>
    pauseFor(ms, undefined, { signal }).catch(() => undefined);

  const within = async (ms: number, work: Promise<void>): Promise<void> => {
    const done = new AbortController();
    await Promise.race([work, pause(ms, AbortSignal.any([book.ended, done.signal]))]);
    done.abort();
  };

  const kill = (): Promise<void> => shop.restart().catch(options.onProblem);

  /** Whether the program that calls is up: one that starts and calls meanwhile must be answered to be ready. */
  const canBeDisturbed = (): boolean => !shop.isRestarting();

  /** Whether the program that calls can be killed. One that does its recovery while it starts is killed once it is up. */
  const canBeKilled = async ({ over }: Exchange): Promise<boolean> => {
    if (!canBeDisturbed()) await within(longestWaitForStartMs, shop.restarted());
    return canBeDisturbed() && !over.aborted;
  };

  return {
    before: async (exchange, place) => {
      const { request, answer, breakOff } = exchange;
      const { order, call } = place;
      await overtaking.stop(place);
      await overtaking.letPass(place, 'before');
      if (call !== null && order !== null && cutOff.has(order)) {
        breakOff();
        return lost;
      }
      const killed = book.findAt(place, 'killed');
      if (killed?.when === 'before' && (await canBeKilled(exchange))) {
        book.happens(order, killed);
        // It must be dead before it can see that its connection breaks.
        await kill();
        breakOff();
        return lost;
      }
      const requestLost = book.findAt(place, 'request_lost');
      if (requestLost !== undefined) {
        book.happens(order, requestLost);
        breakOff();
        return lost;
      }
      const refused = book.findAt(place, 'refused');
      if (
        refused !== undefined &&
        (refused.status !== 409 || request.headers['idempotency-key'] !== undefined)
      ) {
        book.happens(order, refused);
        const refusing = refusedAnswer(request, refused.status, options.newRequestId());
        return { status: await answer(refusing), answer: refusing };
      }
      const frozen = book.findAt(place, 'frozen');
      if (frozen?.when === 'before' && canBeDisturbed()) {
        book.happens(order, frozen);
        await shop.freeze(frozen.ms);
      }
      return null;
    },

    after: async (exchange, place, answer, ms) => {
      const { order } = place;
      const first = book.findAt(place, 'webhook_first');
      const requestId = answer.headers['request-id'];
      if (first !== undefined && typeof requestId === 'string') {
        const sent = options.sentOnce(requestId);
        if (sent !== null) {
          book.happens(order, first);
          await within(longestWaitForWebhooksMs, sent);
        }
      }
      const killed = book.findAt(place, 'killed');
      if (killed?.when === 'after' && (await canBeKilled(exchange))) {
        book.happens(order, killed);
        await kill();
        exchange.breakOff();
        return null;
      }
      const passing = book.findAt(place, 'day_passes');
      if (passing !== undefined && order !== null) {
        book.happens(order, passing);
        cutOff.set(order, passing.seconds ?? dayPasses);
        exchange.breakOff();
        return null;
      }
      const answerLost = book.findAt(place, 'answer_lost');
      if (answerLost !== undefined) {
        book.happens(order, answerLost);
        exchange.breakOff();
        return null;
      }
      const answerCut = book.findAt(place, 'answer_cut');
      if (answerCut !== undefined) {
        book.happens(order, answerCut);
        await exchange.cut(answer);
        return null;
      }
      const late = book.findAt(place, 'answer_late');
      if (late !== undefined) {
        book.happens(order, late);
        await pause(Math.max(0, late.ms - ms), AbortSignal.any([book.ended, exchange.over]));
      }
      const frozen = book.findAt(place, 'frozen');
      if (frozen?.when === 'after' && canBeDisturbed()) {
        book.happens(order, frozen);
        shop.freeze(frozen.ms).catch(options.onProblem);
      }
      await overtaking.letPass(place, 'after');
      const dies = killed?.when === 'answered' && (await canBeKilled(exchange));
      const status = await exchange.answer(answer);
      // It dies with the answer, after the call is over.
      if (dies && status !== null && canBeDisturbed()) {
        book.happens(order, killed);
        setImmediate(() => void kill());
      }
      return status;
    },

    timePasses: (seconds) => {
      for (const [order, until] of cutOff) if (until <= seconds) cutOff.delete(order);
    },
  };
};
