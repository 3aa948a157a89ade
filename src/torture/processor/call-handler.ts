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
  type CallPlace,
  createCallIncidents,
} from './call-incidents.js';
import type { Exchange } from './reverse-proxy.js';

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

const nowhere: CallPlace = { order: null, call: null };

/** No call has been made. */
export const createCallHandler = (options: CallHandlerOptions): CallHandler => {
  const { journal, attribution, book, shop, delayEvents } = options;
  const incidents = createCallIncidents(options);
  const counts = new Map<number, number>();
  const running = new Set<{ readonly place: CallPlace; readonly reads: boolean }>();

  const placeOf = (traces: Traces, changes: boolean): CallPlace => {
    const order = attribution.orderOf(traces);
    if (order === null) return nowhere;
    const late = book.find(order, 'events_late');
    if (late !== undefined && book.happens(order, late)) delayEvents(late.seconds);
    if (!changes) return { order, call: null };
    const call = (counts.get(order) ?? 0) + 1;
    counts.set(order, call);
    return { order, call };
  };

  const handle = async (exchange: Exchange, current: { place: CallPlace }): Promise<void> => {
    const started = journal.now();
    const restarts = shop.restarts();
    const { isAboutOrders, changes, traces, ...request } = describeRequest(exchange.request);
    if (isAboutOrders) current.place = placeOf(traces, changes);
    const ended = await incidents.before(exchange, current.place);
    const answer = ended === null ? await exchange.forward() : ended.answer;
    const { done, about, ...described } = describeAnswer(answer);
    if (isAboutOrders && current.place.order === null && about !== null) {
      current.place = placeOf(tracesOfObject(about), changes);
    }
    const { place } = current;
    if (place.order !== null && done && about !== null) {
      attribution.learn(place.order, idsOfObject(about));
    }
    const status =
      ended === null && answer !== null
        ? await incidents.after(exchange, place, answer)
        : (ended?.status ?? null);
    journal.add(place.order, {
      kind: 'call',
      call: place.call,
      method: exchange.request.method,
      ...request,
      ...described,
      done: done && ended === null,
      // A program that was killed meanwhile has not got it.
      status: shop.restarts() === restarts ? status : null,
      processorStatus: answer?.status ?? null,
      ms: journal.now() - started,
    });
  };

  return {
    timePasses: incidents.timePasses,
    handle: async (exchange) => {
      const current = { place: nowhere, reads: exchange.request.method === 'GET' };
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
