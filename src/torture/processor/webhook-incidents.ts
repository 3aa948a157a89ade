import { setTimeout as pauseFor } from 'node:timers/promises';
import type { EventObject } from '../../simulator/index.js';
import type { Target } from '../../simulator/server.js';
import { isNews, type Journal, type JournalEntry } from '../journal/journal.js';
import type { IncidentOf } from '../plan/incident.js';
import type { IncidentBook } from './incident-book.js';

/** An event on its way to the shop. */
export type ShopDelivery = {
  readonly event: EventObject;
  readonly target: Target;
  /** The number of its order. */
  readonly order: number | null;
  /** Tries so far. A copy that comes a second time counts with the first. */
  readonly tries: { count: number };
  /** Resolves when the first try is over. */
  readonly triedOnce: Promise<void>;
};

/** The webhooks that a plan means together. */
type WebhookSubject = 'payment' | 'failure' | 'refund';

const subjects: Readonly<Record<string, WebhookSubject>> = {
  'charge.captured': 'payment',
  'charge.succeeded': 'payment',
  'checkout.session.async_payment_succeeded': 'payment',
  'checkout.session.completed': 'payment',
  'payment_intent.amount_capturable_updated': 'payment',
  'payment_intent.succeeded': 'payment',
  'charge.expired': 'failure',
  'charge.failed': 'failure',
  'checkout.session.async_payment_failed': 'failure',
  'checkout.session.expired': 'failure',
  'payment_intent.canceled': 'failure',
  'payment_intent.payment_failed': 'failure',
  'charge.refund.updated': 'refund',
  'charge.refunded': 'refund',
  'refund.created': 'refund',
  'refund.failed': 'refund',
  'refund.updated': 'refund',
};

/** The subject of an event, as plans name it; `null`: another one. */
export const subjectOf = (type: string): WebhookSubject | null => subjects[type] ?? null;

/** Whether shops usually act on an event. With the event about a charge comes one about its intent. */
const isActedOn = ({ type, data: { object } }: EventObject): boolean =>
  type === 'charge.refunded' ||
  !type.startsWith('charge.') ||
  typeof object['payment_intent'] !== 'string';

const isAbout =
  (order: number | null) =>
  (entry: JournalEntry): boolean =>
    entry.order === order && isNews(entry);

/** How many requests of the customer and the staff have no answer yet. */
const openRequests = (own: ReadonlyArray<JournalEntry>): number =>
  own.filter(({ kind }) => kind === 'pays' || kind === 'refunds').length -
  own.filter(({ kind }) => kind === 'answered' || kind === 'refund_answered').length;

const pollMs = 20;

// A shop may let its customer wait for the very webhook that is held back.
const longestBesidesMs = 5000;

// Longer than any shop takes here.
const onceAnsweredMs = 10_000;

/** How long after the webhook was sent a kill waits for the answer. Without a word in the plan, every second kill comes before it. */
const killDelay = ({ id, when, ms }: IncidentOf<'killed_at_webhook'>): number => {
  if (when === 'after') return onceAnsweredMs;
  if (when === 'before') return ms ?? 1;
  const number = Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 65_521, 0);
  return number % 2 === 0 ? 1000 : number % 20;
};

/** Lets the incidents of the plan happen to webhooks. */
type WebhookIncidents = {
  /** Waits while the plan holds the event back. */
  readonly holdBack: (delivery: ShopDelivery) => Promise<void>;
  /** How many tries the plan lets be lost. */
  readonly dropped: (delivery: ShopDelivery) => number;
  /** Calls `again` when the event comes a second time, if it does. */
  readonly repeat: (delivery: ShopDelivery, again: () => Promise<void>) => Promise<void>;
  /**
   * The latest time after which the shop is killed, now that the event is being sent, in milliseconds, unless it has answered before
   * and is killed then; `null`: it is not killed.
   */
  readonly killsAfter: (delivery: ShopDelivery) => number | null;
};

/** Holds that are under way end with `closed`, or with the incidents. */
export const createWebhookIncidents = (
  book: IncidentBook,
  journal: Pick<Journal, 'entries' | 'now'>,
  closed: AbortSignal,
): WebhookIncidents => {
  const groups = new Map<number, Array<{ delivery: ShopDelivery; release: () => void }>>();

  const hold = (ms: number): Promise<void> =>
    pauseFor(ms, undefined, { signal: AbortSignal.any([book.ended, closed]) }).catch(
      () => undefined,
    );

  const isOver = (): boolean => book.ended.aborted || closed.aborted;

  /**
   * Resolves when nothing has happened to an order for so long, however slow the machine is, or the incidents have ended. False: that
   * took too long.
   */
  const untilQuiet = async (order: number | null, ms: number): Promise<boolean> => {
    const begun = journal.now();
    const isInTime = (): boolean => journal.now() - begun <= ms + longestBesidesMs;
    while (isInTime()) {
      const own = journal.entries().filter(isAbout(order));
      const left = Math.max(begun, own.at(-1)?.at ?? 0) + ms - journal.now();
      if (isOver() || (left <= 0 && openRequests(own) <= 0)) return true;
      await hold(Math.max(left, pollMs));
    }
    return false;
  };

  const find = <
    K extends 'webhook_late' | 'webhook_twice' | 'webhook_dropped' | 'killed_at_webhook',
  >(
    { order, event }: ShopDelivery,
    kind: K,
  ): IncidentOf<K> | undefined => {
    const isMeant = ({ about }: { readonly about: string }): boolean =>
      about === event.type || about === subjectOf(event.type);
    const meant = book.findAll(order, kind).filter((incident) => isMeant(incident));
    // A second kill at the same webhook comes when that is sent again.
    return meant.find((incident) => !book.hasHappened(incident)) ?? meant[0];
  };

  /** Holds the first event of an order and those that follow, then releases them from the last to the first. */
  const releaseReversed = async (
    order: number,
    { id, ms }: IncidentOf<'webhooks_reversed'>,
    group: ReadonlyArray<{ delivery: ShopDelivery; release: () => void }>,
  ): Promise<void> => {
    const isLate = await untilQuiet(order, ms);
    if (isLate && group.length > 1) book.happens(order, { id });
    groups.delete(order);
    for (const { delivery, release } of group.toReversed()) {
      release();
      await delivery.triedOnce;
    }
  };

  const reverse = (delivery: ShopDelivery): Promise<void> | null => {
    const { order } = delivery;
    const reversed = book.find(order, 'webhooks_reversed');
    if (order === null || reversed === undefined || book.hasHappened(reversed)) return null;
    const group = groups.get(order) ?? [];
    const released = new Promise<void>((release) => void group.push({ delivery, release }));
    if (group.length === 1) {
      groups.set(order, group);
      void releaseReversed(order, reversed, group);
    }
    return released;
  };

  return {
    holdBack: async (delivery) => {
      await reverse(delivery);
      const late = find(delivery, 'webhook_late');
      if (late === undefined) return;
      if (await untilQuiet(delivery.order, late.ms)) book.happens(delivery.order, late);
    },
    dropped: (delivery) => {
      const dropped = find(delivery, 'webhook_dropped');
      if (dropped === undefined) return 0;
      book.happens(delivery.order, dropped);
      return dropped.tries;
    },
    repeat: async (delivery, again) => {
      const twice = find(delivery, 'webhook_twice');
      if (twice === undefined) return;
      if (twice.ms === 0 || (await untilQuiet(delivery.order, twice.ms))) {
        book.happens(delivery.order, twice);
      }
      await again();
    },
    killsAfter: (delivery) => {
      const killed = find(delivery, 'killed_at_webhook');
      if (killed === undefined) return null;
      const isMeant = killed.about === delivery.event.type || isActedOn(delivery.event);
      return isMeant && book.happens(delivery.order, killed) ? killDelay(killed) : null;
    },
  };
};
