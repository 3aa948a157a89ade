import { once } from 'node:events';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { recordDelivery } from '../../adapters/outbound/memory/engine/events.js';
import type { EventObject } from '../../adapters/outbound/memory/engine/objects/event.js';
import type { Account } from '../../fake-server/accounts.js';
import { type DeliveryOutcome, isAccepted } from '../../fake-server/webhooks/delivery.js';
import { postMessage } from '../../fake-server/webhooks/post-message.js';
import { createTurns } from '../../fake-server/webhooks/sender.js';
import { createTargets, eventMessage, type Target } from '../../fake-server/webhooks/targets.js';
import type { Journal } from '../journal/journal.js';
import type { RefusedEvent } from '../judge/ledger.js';
import type { Attribution } from './attribution.js';
import { tracesOfObject } from './call-description.js';
import type { IncidentBook } from './incident-book.js';
import type { ShopLink } from './shop-link.js';
import { isActedOn, subjectOf } from './webhook-subject.js';

/** Sends the events of accounts to the shop, and lets the incidents of the plan happen to them. */
export type Courier = {
  /** From now on sends the events of an account. */
  readonly listenTo: (account: Account) => void;
  /** Resolves when the events that a request caused were sent once. */
  readonly sentOnce: (requestId: string) => Promise<void>;
  /** Deliveries that wait, run or are tried again. */
  readonly busy: () => number;
  readonly refused: () => ReadonlyArray<RefusedEvent & { readonly order: number | null }>;
  readonly close: () => void;
};

type CourierOptions = {
  /** `undefined`: only endpoints that the shop has registered receive events. */
  readonly url: string | undefined;
  readonly secret: string;
  /** Milliseconds after each try that was not accepted: one try more than pauses. */
  readonly pauses: ReadonlyArray<number>;
  /** How long a try waits for its answer. Milliseconds. */
  readonly timeoutMs: number;
  readonly journal: Journal;
  readonly attribution: Attribution;
  readonly book: IncidentBook;
  readonly shop: ShopLink;
  /** How far the processor's clock was moved. Seconds. */
  readonly moved: () => number;
  readonly onProblem: (problem: unknown) => void;
};

type Delivery = {
  readonly account: Account;
  readonly event: EventObject;
  readonly target: Target;
  readonly order: number | null;
  /** Tries so far. */
  attempts: number;
  /** Resolves when the first try is over. */
  readonly triedOnce: Promise<void>;
  readonly onTried: () => void;
};

type Held = {
  readonly deliveries: Array<{ readonly delivery: Delivery; readonly release: () => void }>;
};

// As many as the local server sends at once.
const atOnce = 8;
// A shop that stays down is the run's problem: its events are refused then.
const longestWaitMs = 30_000;
// A kill during a webhook comes once the shop has answered, but at most so much after the webhook was sent.
const killDelays = [1, 3, 8, 20, 1000, 1000];

const numberFrom = (text: string): number => {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum;
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  pauseFor(ms, undefined, { signal }).catch(() => undefined);

/** A courier that listens to no account yet. */
export const createCourier = (options: CourierOptions): Courier => {
  const { journal, attribution, book, shop, pauses, timeoutMs } = options;
  const turns = createTurns(atOnce);
  const closing = new AbortController();
  const underWay = new Set<Delivery>();
  const byRequest = new Map<string, Array<Promise<void>>>();
  const held = new Map<number, Held>();
  const refused: Array<RefusedEvent & { readonly order: number | null }> = [];
  let duplicates = 0;

  const hold = (ms: number): Promise<void> =>
    pause(ms, AbortSignal.any([book.ended, closing.signal]));

  const whenUp = async (): Promise<void> => {
    const waiting = new AbortController();
    await Promise.race([
      shop.whenUp(),
      pause(longestWaitMs, AbortSignal.any([waiting.signal, closing.signal])),
    ]);
    waiting.abort();
  };

  const targetsOf = ({ engine }: Account, type: string): ReadonlyArray<Target> => {
    const targets = createTargets(engine, { webhook: options.url, secret: options.secret }).of(
      type,
    );
    // A shop that registers the URL of the options would get each event twice.
    return targets.filter(
      ({ endpoint, url }) =>
        endpoint !== null || targets.every((other) => other.endpoint === null || other.url !== url),
    );
  };

  /** Kills the shop while it handles a webhook. */
  const killDuring = async (incident: string, sent: Promise<DeliveryOutcome>): Promise<void> => {
    const delay = killDelays[numberFrom(incident) % killDelays.length] ?? 1;
    const answered = new AbortController();
    void sent.then(() => answered.abort());
    await pause(delay, AbortSignal.any([answered.signal, closing.signal]));
    await shop.restart();
  };

  const post = async (
    delivery: Delivery,
  ): Promise<{ outcome: DeliveryOutcome; excused: boolean }> => {
    const { account, event, target, order } = delivery;
    const end = await turns.take(target.url);
    try {
      await whenUp();
      if (closing.signal.aborted)
        return { outcome: { status: null, error: 'ended' }, excused: true };
      const since = journal.now();
      const mark = shop.mark();
      delivery.attempts += 1;
      const attempt = delivery.attempts;
      // A shop compares the time of the signature with its own clock, which may have been moved or not: each in turn.
      const moved = attempt % 2 === 1 ? 0 : options.moved();
      const at = Math.floor(Date.now() / 1000) + moved;
      const sent = postMessage(eventMessage(event, target, at), timeoutMs, closing.signal);
      const kill = book.find(order, 'killed_at_webhook');
      const kills =
        kill !== undefined &&
        kill.about === subjectOf(event) &&
        isActedOn(event) &&
        book.happens(order, kill);
      if (kills) await killDuring(kill.id, sent);
      const answered = await sent;
      const outcome = kills ? { status: null, error: 'the shop was killed' } : answered;
      const { id, type } = event;
      journal.add(order, { kind: 'webhook', event: id, type, attempt, since, ...outcome });
      if (isAccepted(outcome) && target.endpoint !== null) {
        account.engine.control(recordDelivery, { event: id });
      }
      return { outcome, excused: shop.wasDisturbedSince(mark) };
    } finally {
      end();
      delivery.onTried();
    }
  };

  const sendTwice = (delivery: Delivery): void => {
    const twice = book.find(delivery.order, 'webhook_twice');
    if (twice === undefined || twice.about !== subjectOf(delivery.event)) return;
    duplicates += 1;
    const send = async (): Promise<void> => {
      await hold(twice.ms);
      book.happens(delivery.order, twice);
      await post(delivery);
    };
    send()
      .catch(options.onProblem)
      .finally(() => {
        duplicates -= 1;
      });
  };

  const drop = async (delivery: Delivery): Promise<void> => {
    const { order, event } = delivery;
    const dropped = book.find(order, 'webhook_dropped');
    if (dropped === undefined || dropped.about !== subjectOf(event)) return;
    for (let tries = 0; tries < dropped.tries && !book.ended.aborted; tries += 1) {
      book.happens(order, dropped);
      delivery.attempts += 1;
      const { id, type } = event;
      const { attempts: attempt } = delivery;
      const since = journal.now();
      const never = { status: null, error: 'dropped' };
      journal.add(order, { kind: 'webhook', event: id, type, attempt, since, ...never });
      delivery.onTried();
      await hold(pauses[Math.min(tries, pauses.length - 1)] ?? 0);
    }
  };

  /** Waits while the plan holds the event back. */
  const wait = async (delivery: Delivery): Promise<void> => {
    const { order, event } = delivery;
    const late = book.find(order, 'webhook_late');
    if (late === undefined || late.about !== subjectOf(event)) return;
    book.happens(order, late);
    await hold(late.ms);
  };

  /** Holds the events of an order, and lets them come in reverse order. */
  const reverse = async (delivery: Delivery): Promise<void> => {
    const { order } = delivery;
    const reversed = book.find(order, 'webhooks_reversed');
    if (order === null || reversed === undefined || book.hasHappened(reversed)) return;
    const before = held.get(order);
    if (before !== undefined) {
      await new Promise<void>((release) => void before.deliveries.push({ delivery, release }));
      return;
    }
    const group: Held = { deliveries: [] };
    held.set(order, group);
    const own = new Promise<void>((release) => void group.deliveries.push({ delivery, release }));
    const releaseAll = async (): Promise<void> => {
      await hold(reversed.ms);
      if (group.deliveries.length > 1) book.happens(order, reversed);
      held.delete(order);
      for (const one of group.deliveries.toReversed()) {
        one.release();
        await one.delivery.triedOnce;
      }
    };
    releaseAll().catch(options.onProblem);
    await own;
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const { account, event, target, order } = delivery;
    await reverse(delivery);
    await wait(delivery);
    await drop(delivery);
    sendTwice(delivery);
    for (let spent = 0; !closing.signal.aborted; ) {
      // It may have been deleted.
      const isThere = targetsOf(account, event.type).some(
        ({ endpoint, url }) => endpoint === target.endpoint && url === target.url,
      );
      if (!isThere) return;
      const { outcome, excused } = await post(delivery);
      if (isAccepted(outcome)) return;
      if (!excused) spent += 1;
      if (spent > pauses.length) {
        const { id, type } = event;
        refused.push({ event: id, type, tries: spent, status: outcome.status, order });
        return;
      }
      await pause(pauses[Math.max(spent - 1, 0)] ?? 0, closing.signal);
    }
  };

  const begin = (account: Account, event: EventObject): void => {
    const traces = tracesOfObject(event.data.object);
    const order = attribution.orderOf(traces);
    if (order !== null) attribution.learn(order, traces.ids);
    for (const target of targetsOf(account, event.type)) {
      const tried = new AbortController();
      const triedOnce = once(tried.signal, 'abort').then(() => undefined);
      const onTried = (): void => tried.abort();
      const delivery: Delivery = { account, event, target, order, attempts: 0, triedOnce, onTried };
      const { id } = event.request;
      if (id !== null) byRequest.set(id, [...(byRequest.get(id) ?? []), triedOnce]);
      underWay.add(delivery);
      deliver(delivery)
        .catch(options.onProblem)
        .finally(() => {
          onTried();
          underWay.delete(delivery);
        });
    }
  };

  const stops: Array<() => void> = [];
  return {
    listenTo: (account) => {
      stops.push(account.engine.onEvent((event) => begin(account, event)));
    },
    sentOnce: async (requestId) => {
      await Promise.all(byRequest.get(requestId) ?? []);
    },
    busy: () => underWay.size + duplicates,
    refused: () => refused,
    close: () => {
      for (const stop of stops) stop();
      closing.abort();
    },
  };
};
