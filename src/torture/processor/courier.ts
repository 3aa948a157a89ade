import { setMaxListeners } from 'node:events';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { type DeliveryOutcome, isAccepted } from '../../simulator/client.js';
import { type EventObject, recordDelivery } from '../../simulator/index.js';
import {
  type Account,
  createTargets,
  createTurns,
  eventMessage,
  postMessage,
  type Target,
} from '../../simulator/server.js';
import type { Journal } from '../journal/journal.js';
import type { ForgedEvent, RefusedEvent } from '../judge/ledger.js';
import type { Attribution } from './attribution.js';
import { tracesOfObject } from './call-description.js';
import type { IncidentBook } from './incident-book.js';
import type { Overtaking } from './overtaking.js';
import type { ShopLink } from './shop-link.js';
import { createWebhookIncidents, type ShopDelivery } from './webhook-incidents.js';

type RefusedOfOrder = RefusedEvent & { readonly order: number | null };

/** Sends the events of accounts to the shop, each until it is accepted or its tries are spent. */
export type Courier = {
  /** From now on sends the events of an account. */
  readonly listenTo: (account: Account) => void;
  /** Resolves when the events that a request caused were sent once; `null`: it caused none. */
  readonly sentOnce: (requestId: string) => Promise<void> | null;
  /** The same for the events of an order that are on their way. */
  readonly sentOnceAbout: (order: number) => Promise<void> | null;
  /** Deliveries that wait, run or are tried again. */
  readonly busy: () => number;
  readonly refused: () => ReadonlyArray<RefusedOfOrder>;
  /** Sends an event with the signature of somebody else, which says that an order was paid. `null`: nothing to forge, or nobody to take it. */
  readonly forge: (order: number) => Promise<Pick<ForgedEvent, 'type' | 'status'> | null>;
  readonly close: () => void;
};

type CourierOptions = {
  /** `undefined`: only endpoints that the shop has registered receive events. */
  readonly url: string | undefined;
  /** Types of events that the URL gets; `undefined`: all. */
  readonly types: ReadonlyArray<string> | undefined;
  readonly secret: string;
  /** Milliseconds after each try that was not accepted: one try more than pauses. */
  readonly pauses: ReadonlyArray<number>;
  /** How long a try waits for its answer. Milliseconds. */
  readonly timeoutMs: number;
  readonly journal: Journal;
  readonly attribution: Attribution;
  readonly book: IncidentBook;
  readonly shop: ShopLink;
  readonly overtaking: Pick<Overtaking, 'untilHeld'>;
  /** Whether a call about an order has no answer yet. */
  readonly isCalling: (order: number | null) => boolean;
  /** How far the processor's clock was moved. Seconds. */
  readonly moved: () => number;
  readonly onProblem: (problem: unknown) => void;
};

type Sent = {
  readonly outcome: DeliveryOutcome;
  /** Whether the shop could not accept it because of the tool: the try does not count. */
  readonly excused: boolean;
};

// As many as the local server sends at once.
const atOnce = 8;

const noop = (): void => undefined;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  pauseFor(ms, undefined, { signal }).catch(() => undefined);

/** A courier that listens to no account yet. */
export const createCourier = (options: CourierOptions): Courier => {
  const { journal, attribution, book, shop, pauses, timeoutMs, onProblem } = options;
  const closing = new AbortController();
  const closed = closing.signal;
  setMaxListeners(0, closed);
  const incidents = createWebhookIncidents(book, journal, closed);
  const turns = createTurns(atOnce);
  const unsent = new Map<number, Set<Promise<void>>>();
  const byRequest = new Map<string, ReadonlyArray<Promise<void>>>();
  const refused = new Map<string, RefusedOfOrder>();
  const stops: Array<() => void> = [];
  // The latest event about the payment intent of an order.
  const intentEvents = new Map<number, { account: Account; event: EventObject }>();
  let underWay = 0;

  const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] ?? 0;

  const targetsOf = ({ engine }: Account, type: string): ReadonlyArray<Target> => {
    const all = createTargets(engine, { webhook: options.url, secret: options.secret }).of(type);
    const registered = new Set(
      all.flatMap(({ endpoint, url }) => (endpoint === null ? [] : [url])),
    );
    // A shop that registers the URL of the options would get each event twice.
    const isWanted = options.types?.includes(type) ?? true;
    return all.filter(
      ({ endpoint, url }) => endpoint !== null || (isWanted && !registered.has(url)),
    );
  };

  const note = ({ order, event, tries }: ShopDelivery, since: number, outcome: DeliveryOutcome) => {
    const { id, type } = event;
    journal.add(order, {
      kind: 'webhook',
      event: id,
      type,
      attempt: tries.count,
      since,
      ...outcome,
    });
  };

  const killDuring = async (sent: Promise<DeliveryOutcome>, latest: number): Promise<void> => {
    const answered = new AbortController();
    void sent.then(() => answered.abort());
    await pause(latest, AbortSignal.any([answered.signal, closed]));
    await shop.restart();
  };

  const post = async (delivery: ShopDelivery): Promise<Sent> => {
    const { event, target, order, tries } = delivery;
    const since = journal.now();
    const mark = shop.mark();
    tries.count += 1;
    const attempt = tries.count;
    // A shop compares the time of the signature with its own clock, which may have been moved or not: each in turn.
    const moved = attempt % 2 === 1 ? options.moved() : 0;
    const ahead = book.find(order, 'clock_off')?.seconds ?? 0;
    const at = Math.floor(Date.now() / 1000) + moved - ahead;
    const seen = ahead === 0 ? event : { ...event, created: event.created - ahead };
    const sent = postMessage(eventMessage(seen, target, at), timeoutMs, closed);
    const killsAfter = incidents.killsAfter(delivery);
    if (killsAfter !== null) await killDuring(sent, killsAfter);
    const answered = await sent;
    // An answer that came before the kill counts: a processor does not send an event again that was accepted.
    const outcome =
      killsAfter === null || answered.status !== null
        ? answered
        : { status: null, error: 'the shop was killed' };
    // The end of the run breaks off what is on its way.
    if (!closed.aborted) note({ ...delivery, tries: { count: attempt } }, since, outcome);
    // A shop may know the order only once its call is answered.
    return { outcome, excused: shop.wasDisturbedSince(mark) || options.isCalling(order) };
  };

  const tryOnce = async (delivery: ShopDelivery): Promise<Sent> => {
    const end = await turns.take(delivery.target.url);
    try {
      await shop.whenUp();
      return await post(delivery);
    } finally {
      end();
    }
  };

  const lose = async (delivery: ShopDelivery, onTried: () => void): Promise<void> => {
    const { tries } = delivery;
    for (let left = incidents.dropped(delivery); left > 0 && !book.ended.aborted; left -= 1) {
      tries.count += 1;
      note(delivery, journal.now(), { status: null, error: 'dropped' });
      onTried();
      await pause(pauseAfter(tries.count), AbortSignal.any([book.ended, closed]));
    }
  };

  const sendUntilAccepted = async (
    account: Account,
    delivery: ShopDelivery,
    onTried: () => void,
  ): Promise<void> => {
    const { event, target, order, tries } = delivery;
    for (let spent = 0; !closed.aborted; ) {
      // The endpoint may have been deleted.
      const isThere = targetsOf(account, event.type).some(
        ({ endpoint, url }) => endpoint === target.endpoint && url === target.url,
      );
      if (!isThere) return;
      const { outcome, excused } = await tryOnce(delivery);
      onTried();
      if (isAccepted(outcome)) {
        if (target.endpoint !== null) account.engine.control(recordDelivery, { event: event.id });
        return;
      }
      if (!excused) spent += 1;
      if (spent > pauses.length) {
        const { id, type } = event;
        refused.set(id, { event: id, type, tries: spent, status: outcome.status, order });
        return;
      }
      await pause(pauseAfter(tries.count), closed);
    }
  };

  const deliver = async (
    account: Account,
    delivery: ShopDelivery,
    onTried: () => void,
  ): Promise<void> => {
    const send = () => sendUntilAccepted(account, delivery, onTried);
    await options.overtaking.untilHeld(delivery.order);
    await incidents.holdBack(delivery);
    await lose(delivery, onTried);
    await Promise.all([send(), incidents.repeat(delivery, send)]);
  };

  const begin = (account: Account, event: EventObject): void => {
    const traces = tracesOfObject(event.data.object);
    const order = attribution.orderOf(traces);
    if (order !== null) {
      attribution.learn(order, traces.ids);
      if (event.type.startsWith('payment_intent.')) intentEvents.set(order, { account, event });
    }
    for (const target of targetsOf(account, event.type)) {
      let onTried: () => void = noop;
      const triedOnce = new Promise<void>((resolve) => {
        onTried = resolve;
      });
      const { id } = event.request;
      if (id !== null) byRequest.set(id, [...(byRequest.get(id) ?? []), triedOnce]);
      if (order !== null) {
        const others = unsent.get(order) ?? new Set();
        unsent.set(order, others.add(triedOnce));
        void triedOnce.then(() => others.delete(triedOnce));
      }
      const delivery = { event, target, order, tries: { count: 0 }, triedOnce };
      underWay += 1;
      deliver(account, delivery, onTried)
        .catch((problem: unknown) => {
          if (!closed.aborted) onProblem(problem);
        })
        .finally(() => {
          onTried();
          underWay -= 1;
        });
    }
  };

  const forge: Courier['forge'] = async (order) => {
    const known = intentEvents.get(order);
    if (known === undefined) return null;
    const { account, event } = known;
    const type = 'payment_intent.succeeded';
    const { object } = event.data;
    const paid = { ...object, status: 'succeeded', amount_received: object['amount'] };
    const forged = { ...event, id: `${event.id}x`, type, data: { object: paid } };
    const [target] = targetsOf(account, type);
    if (target === undefined) return null;
    const at = Math.floor(Date.now() / 1000) + options.moved();
    const signed = eventMessage(forged, { ...target, secret: 'the secret of somebody else' }, at);
    const { status } = await postMessage(signed, timeoutMs, closed);
    journal.add(order, { kind: 'forged', type, status });
    return { type, status };
  };

  return {
    forge,
    listenTo: (account) => {
      stops.push(account.engine.onEvent((event) => begin(account, event)));
    },
    sentOnce: (requestId) => {
      const sent = byRequest.get(requestId);
      return sent === undefined ? null : Promise.all(sent).then(() => undefined);
    },
    sentOnceAbout: (order) => {
      const sent = unsent.get(order);
      return sent === undefined || sent.size === 0 ? null : Promise.all(sent).then(() => undefined);
    },
    busy: () => underWay,
    refused: () => [...refused.values()],
    close: () => {
      for (const stop of stops) stop();
      closing.abort();
    },
  };
};
