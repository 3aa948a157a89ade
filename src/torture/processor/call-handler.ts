import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Journal } from '../journal/journal.js';
import type { Attribution } from './attribution.js';
import {
  type DescribedAnswer,
  type DescribedRequest,
  describeAnswer,
  describeRequest,
} from './call-description.js';
import type { IncidentBook } from './incident-book.js';
import { refusal } from './refusals.js';
import type { Exchange, ProcessorAnswer } from './reverse-proxy.js';
import type { ShopLink } from './shop-link.js';

/** Handles the calls of the shop: writes them into the journal, and lets the incidents of the plan happen to them. */
export type CallHandler = {
  readonly handle: (exchange: Exchange) => Promise<void>;
  /** Calls without an answer. */
  readonly busy: () => number;
};

type CallHandlerOptions = {
  readonly journal: Journal;
  readonly attribution: Attribution;
  readonly book: IncidentBook;
  readonly shop: ShopLink;
  /** Resolves when the webhooks that a request caused were sent once. */
  readonly sentOnce: (requestId: string) => Promise<void>;
  readonly newRequestId: () => string;
  /** Moves the processor's clock forward. Seconds. */
  readonly advance: (seconds: number) => void;
  /** Delays events from now on, for so many seconds. */
  readonly delayEvents: (seconds: number) => void;
  readonly breakOffAll: () => void;
  readonly onProblem: (problem: unknown) => void;
};

/** How a call ended for the shop. */
type Ending = { readonly status: number | null; readonly answer: ProcessorAnswer | null };

const lost = { status: null, answer: null };

const dayPassed = 25 * 60 * 60;
// A shop may handle a webhook only once it has the answer, and would wait for ever.
const longestWaitForWebhooksMs = 1000;

/** No call has been made. */
export const createCallHandler = (options: CallHandlerOptions): CallHandler => {
  const { journal, attribution, book, shop } = options;
  const counts = new Map<number, number>();
  let busy = 0;

  const nextCall = (order: number): number => {
    const call = (counts.get(order) ?? 0) + 1;
    counts.set(order, call);
    return call;
  };

  const pause = (ms: number): Promise<void> =>
    pauseFor(ms, undefined, { signal: book.ended }).catch(() => undefined);

  const within = async (ms: number, work: Promise<void>): Promise<void> => {
    const done = new AbortController();
    const signal = AbortSignal.any([book.ended, done.signal]);
    await Promise.race([work, pauseFor(ms, undefined, { signal }).catch(() => undefined)]);
    done.abort();
  };

  const kill = async (): Promise<void> => {
    try {
      await shop.restart();
    } catch (problem) {
      options.onProblem(problem);
    }
  };

  /** The incidents before the work. Resolves with how the call ended, `null`: it goes on. */
  const before = async (
    { request, answer, breakOff }: Exchange,
    { key }: DescribedRequest,
    order: number | null,
    call: number | null,
  ): Promise<Ending | null> => {
    const killed = book.findAt(order, call, 'killed');
    if (killed?.when === 'before') {
      book.happens(order, killed);
      // It must be dead before it can see that its connection breaks.
      await kill();
      breakOff();
      return lost;
    }
    const requestLost = book.findAt(order, call, 'request_lost');
    if (requestLost !== undefined) {
      book.happens(order, requestLost);
      breakOff();
      return lost;
    }
    const refused = book.findAt(order, call, 'refused');
    if (refused !== undefined && (refused.status !== 409 || key !== null)) {
      book.happens(order, refused);
      const refusing = refusal(request, refused.status, options.newRequestId());
      const sent = await answer(refusing);
      return { status: sent ? refused.status : null, answer: refusing };
    }
    const frozen = book.findAt(order, call, 'frozen');
    if (frozen?.when === 'before') {
      book.happens(order, frozen);
      await shop.freeze(frozen.ms);
    }
    return null;
  };

  /** The incidents after the work. Resolves with the status that the shop got. */
  const after = async (
    exchange: Exchange,
    made: ProcessorAnswer,
    order: number | null,
    call: number | null,
  ): Promise<number | null> => {
    const first = book.findAt(order, call, 'webhook_first');
    const requestId = made.headers['request-id'];
    if (first !== undefined && typeof requestId === 'string') {
      book.happens(order, first);
      await within(longestWaitForWebhooksMs, options.sentOnce(requestId));
    }
    const killed = book.findAt(order, call, 'killed');
    if (killed?.when === 'after') {
      book.happens(order, killed);
      await kill();
      exchange.breakOff();
      return null;
    }
    const passing = book.findAt(order, call, 'day_passes');
    if (passing !== undefined) {
      book.happens(order, passing);
      await shop.advance(dayPassed);
      options.advance(dayPassed);
      // A program that tries again by itself does so within seconds, and not after a day.
      options.breakOffAll();
      await kill();
      return null;
    }
    const answerLost = book.findAt(order, call, 'answer_lost');
    if (answerLost !== undefined) {
      book.happens(order, answerLost);
      exchange.breakOff();
      return null;
    }
    const answerCut = book.findAt(order, call, 'answer_cut');
    if (answerCut !== undefined) {
      book.happens(order, answerCut);
      await exchange.cut(made);
      return null;
    }
    const late = book.findAt(order, call, 'answer_late');
    if (late !== undefined) {
      book.happens(order, late);
      await pause(late.ms);
    }
    const frozen = book.findAt(order, call, 'frozen');
    if (frozen?.when === 'after') {
      book.happens(order, frozen);
      shop.freeze(frozen.ms).catch(options.onProblem);
    }
    return (await exchange.answer(made)) ? made.status : null;
  };

  const learn = (order: number | null, answer: DescribedAnswer): void => {
    if (order !== null && answer.done) attribution.learn(order, answer.ids);
  };

  const handle = async (exchange: Exchange): Promise<void> => {
    const started = journal.now();
    const request = describeRequest(exchange.request);
    let order = attribution.orderOf(request.traces);
    let call = order !== null && request.changes ? nextCall(order) : null;
    const write = (status: number | null, made: ProcessorAnswer | null, reached: boolean): void => {
      const answer = made === null ? null : describeAnswer(made);
      journal.add(order, {
        kind: 'call',
        call,
        method: exchange.request.method,
        path: request.path,
        key: request.key,
        done: reached && answer?.done === true,
        status,
        processorStatus: made?.status ?? null,
        replayed: answer?.replayed ?? false,
        object: answer?.object ?? null,
        state: answer?.state ?? null,
        error: answer?.error ?? null,
        amount: request.amount,
        ms: journal.now() - started,
      });
    };

    const late = book.find(order, 'events_late');
    if (late !== undefined && book.happens(order, late)) options.delayEvents(late.seconds);
    const ending = await before(exchange, request, order, call);
    if (ending !== null) {
      write(ending.status, ending.answer, false);
      return;
    }
    const made = await exchange.forward();
    const answer = describeAnswer(made);
    if (order === null) {
      order = attribution.orderOf(answer.traces);
      if (order !== null && request.changes) call = nextCall(order);
    }
    learn(order, answer);
    write(await after(exchange, made, order, call), made, true);
  };

  return {
    handle: async (exchange) => {
      busy += 1;
      try {
        await handle(exchange);
      } finally {
        busy -= 1;
      }
    },
    busy: () => busy,
  };
};
