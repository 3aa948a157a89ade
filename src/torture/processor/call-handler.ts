import type { Journal } from '../journal/journal.js';
import type { Attribution, Traces } from './attribution.js';
import {
  describeAnswer,
  describeRequest,
  idsOfObject,
  tracesOfObject,
} from './call-description.js';
import {
  type CallIncidents,
  type CallIncidentsOptions,
  createCallIncidents,
} from './call-incidents.js';
import { answerForOffClock, requestByOffClock } from './clock-offset.js';
import type { CallPlace } from './incident-book.js';
import type { Exchange, ProcessorAnswer } from './reverse-proxy.js';

/** Handles the calls of the shop: writes them into the journal, and lets the incidents of the plan happen to them. */
type CallHandler = {
  readonly handle: (exchange: Exchange) => Promise<void>;
  /** Calls without an answer, apart from reads: some shops read all the time. */
  readonly busy: () => number;
  /** Whether a call about an order has no answer yet. */
  readonly isCalling: (order: number | null) => boolean;
} & Pick<CallIncidents, 'timePasses'>;

type CallHandlerOptions = CallIncidentsOptions & {
  readonly journal: Journal;
  readonly attribution: Attribution;
  /** Delays events from now on, for so many seconds. */
  readonly delayEvents: (seconds: number) => void;
};

/** A call that had no answer, and may be repeated. */
type OpenCall = {
  readonly place: CallPlace;
  readonly started: number;
  readonly ended: number;
  readonly presses: number;
  /** How often the shop was killed: the next program makes calls of its own. */
  readonly restarts: number;
};

/** The calls about an order. */
type OrderCalls = {
  changes: number;
  readonly byName: Map<string, number>;
  /** By what a repetition has in common with the first try. */
  readonly open: Map<string, OpenCall>;
  /** How often the customer or the staff has pressed a button: a call that is made again then is a new one. */
  presses: number;
};

type Described = ReturnType<typeof describeRequest>;

// Programs repeat a call by themselves after these, as after no answer.
const isRepeated = (status: number | null): boolean =>
  status === null || status === 409 || status === 429 || status >= 500;

// SDKs pause for two seconds at most. A program that calls later has given up, and tries an event or a job again: a new call.
const longestPauseMs = 3000;

/** No call has been made. */
export const createCallHandler = (options: CallHandlerOptions): CallHandler => {
  const { journal, attribution, book, shop, delayEvents } = options;
  const incidents = createCallIncidents(options);
  const orders = new Map<number, OrderCalls>();
  const running = new Set<{ readonly place: CallPlace; readonly reads: boolean }>();
  let read = 0;

  const callsOf = (order: number): OrderCalls => {
    const known = orders.get(order);
    const calls = known ?? { changes: 0, byName: new Map(), open: new Map(), presses: 0 };
    if (known === undefined) orders.set(order, calls);
    return calls;
  };

  const countPresses = (): void => {
    const entries = journal.entries();
    for (; read < entries.length; read += 1) {
      const { kind, order = null } = entries[read] ?? {};
      if (order !== null && (kind === 'pays' || kind === 'refunds')) callsOf(order).presses += 1;
    }
  };

  const placeOf = (
    traces: Traces,
    { changes, isByBrowser, name }: Described,
    repetition: string,
  ): { readonly place: CallPlace; readonly first: number | null } => {
    const order = attribution.orderOf(traces);
    const nowhere = { order, call: null, to: name, nth: null, tries: 1 };
    if (order === null || isByBrowser) return { place: nowhere, first: null };
    const late = book.find(order, 'events_late');
    if (late !== undefined && book.happens(order, late)) delayEvents(late.seconds);
    countPresses();
    const calls = callsOf(order);
    const open = calls.open.get(repetition);
    calls.open.delete(repetition);
    const isRepeatedNow =
      open !== undefined &&
      open.presses === calls.presses &&
      open.restarts === shop.restarts() &&
      journal.now() - open.ended <= longestPauseMs;
    if (isRepeatedNow) {
      return { place: { ...open.place, tries: open.place.tries + 1 }, first: open.started };
    }
    const nth = (calls.byName.get(name) ?? 0) + 1;
    calls.byName.set(name, nth);
    if (changes) calls.changes += 1;
    return {
      place: { order, call: changes ? calls.changes : null, to: name, nth, tries: 1 },
      first: null,
    };
  };

  /** The processor's answer, by the clock of the shop. */
  const forwarded = async (exchange: Exchange, { order }: CallPlace): Promise<ProcessorAnswer> => {
    const off = book.find(order, 'clock_off');
    if (off === undefined) return exchange.forward();
    book.happens(order, off);
    const { seconds } = off;
    const changed = requestByOffClock(exchange.request, seconds);
    return answerForOffClock(await exchange.forward(changed), seconds);
  };

  const handle = async (exchange: Exchange, current: { place: CallPlace }): Promise<void> => {
    const started = journal.now();
    const restarts = shop.restarts();
    const { method, url, body } = exchange.request;
    const description = describeRequest(exchange.request);
    const { isAboutOrders, isByBrowser, traces, path, key, amount, name } = description;
    const repetition = `${method} ${url} ${key ?? body.toString('utf8')}`;
    let began = started;
    const findPlace = (found: Traces): void => {
      const { place, first } = placeOf(found, description, repetition);
      current.place = place;
      began = first ?? started;
    };
    if (isAboutOrders) findPlace(traces);
    const ending = await incidents.before(exchange, current.place);
    const answer = ending === null ? await forwarded(exchange, current.place) : ending.answer;
    const { done, about, ...described } = describeAnswer(answer);
    if (isAboutOrders && current.place.order === null && about !== null) {
      findPlace(tracesOfObject(about));
    }
    const { place } = current;
    if (place.order !== null && done && about !== null) {
      attribution.learn(place.order, idsOfObject(about));
    }
    const status =
      ending === null && answer !== null
        ? await incidents.after(exchange, place, answer, journal.now() - began)
        : (ending?.status ?? null);
    // A program that was killed meanwhile has not got it.
    const received = shop.restarts() === restarts ? status : null;
    if (place.order !== null && place.nth !== null && isRepeated(received)) {
      const calls = callsOf(place.order);
      countPresses();
      const { presses } = calls;
      const ended = journal.now();
      const known = { place, started: began, ended, presses, restarts };
      calls.open.set(repetition, known);
    }
    const requestId = answer?.headers['request-id'];
    journal.add(place.order, {
      kind: 'call',
      call: place.call,
      name,
      nth: place.nth,
      attempt: place.tries,
      byBrowser: isByBrowser,
      method,
      path,
      key,
      amount,
      ...described,
      done: done && ending === null,
      events: typeof requestId === 'string' && options.sentOnce(requestId) !== null,
      status: received,
      processorStatus: answer?.status ?? null,
      ms: journal.now() - started,
    });
  };

  return {
    timePasses: incidents.timePasses,
    handle: async (exchange) => {
      const { method } = exchange.request;
      const place: CallPlace = { order: null, call: null, to: '', nth: null, tries: 1 };
      const current = { place, reads: method === 'GET' };
      running.add(current);
      try {
        await handle(exchange, current);
      } finally {
        running.delete(current);
      }
    },
    busy: () => [...running].filter(({ reads }) => !reads).length,
    isCalling: (order) => order !== null && [...running].some(({ place }) => place.order === order),
  };
};
