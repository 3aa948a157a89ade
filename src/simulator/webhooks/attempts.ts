import type * as E from 'fp-ts/lib/Either.js';
import type { Engine } from '../engine/engine.js';
import type { ApiError } from '../engine/errors.js';
import { recordDelivery } from '../engine/events.js';
import type { EventObject } from '../engine/objects/event.js';
import type { ListObject } from '../engine/objects/object.js';
import { type Delivery, type DeliveryOutcome, isAccepted } from './delivery.js';
import { createDeliveryLog, type DeliveriesPage } from './delivery-log.js';
import type { Sender } from './sender.js';
import { eventMessage, type Target } from './targets.js';
import type { WebhooksOptions } from './webhooks-options.js';

/** An attempt to send an event. */
type DeliveryAttempt = {
  /** The first attempt is 1. */
  readonly number: number;
  readonly resent: boolean;
  /** Seconds until the next attempt if this one fails; `null`: this is the last one. */
  readonly pause: () => number | null;
};

/** Sends events, one attempt at a time, and records the attempts. */
export type DeliveryAttempts = {
  /** Waits for a turn at the URL, then sends the event to the target of `find`, or nothing when the target is gone. */
  readonly make: (
    event: EventObject,
    url: string,
    find: () => Target | undefined,
    attempt: DeliveryAttempt,
  ) => Promise<Delivery | undefined>;
  /** Records that an event is not sent at all. */
  readonly skip: (event: EventObject, target: Target, reason: string) => void;
  readonly page: (page: DeliveriesPage) => E.Either<ApiError, ListObject<Delivery>>;
  /** Breaks off the attempts in progress, and forgets all. */
  readonly forget: () => void;
};

/** Starts with an empty log. */
export const createDeliveryAttempts = (
  { control }: Pick<Engine, 'control'>,
  { send }: Pick<Sender, 'send'>,
  { clock, keepDeliveries, onDelivery }: WebhooksOptions,
): DeliveryAttempts => {
  let log = createDeliveryLog(keepDeliveries);
  // One for each: Node warns of a signal with more than ten listeners, and slow receivers have more calls in progress.
  const inProgress = new Set<AbortController>();

  const record = (
    { id, type }: EventObject,
    { endpoint, url }: Target,
    result: DeliveryOutcome & Pick<Delivery, 'created' | 'attempt' | 'resent' | 'next_attempt'>,
  ): Delivery => {
    if (isAccepted(result) && endpoint !== null && !log.hasAccepted(id, endpoint)) {
      control(recordDelivery, { event: id });
    }
    const delivery = log.add({ event: id, type, endpoint, url, ...result });
    onDelivery(delivery);
    return delivery;
  };

  return {
    make: async (event, url, find, { number, resent, pause }) => {
      const prepare = () => {
        const target = find();
        if (target === undefined) return undefined;
        const created = clock();
        return { ...eventMessage(event, target, created), created, target };
      };
      const call = new AbortController();
      inProgress.add(call);
      const sent = await send(url, prepare, call.signal);
      inProgress.delete(call);
      if (sent === undefined) return undefined;
      const { message, outcome } = sent;
      const { target, created } = message;
      const seconds = isAccepted(outcome) ? null : pause();
      const next_attempt = seconds === null ? null : Math.ceil(clock() + seconds);
      return record(event, target, { ...outcome, created, attempt: number, resent, next_attempt });
    },
    skip: (event, target, error) => {
      const never = { attempt: 0, resent: false, next_attempt: null };
      record(event, target, { ...never, status: null, error, created: clock() });
    },
    page: (page) => log.page(page),
    forget: () => {
      for (const call of inProgress) call.abort();
      inProgress.clear();
      log = createDeliveryLog(keepDeliveries);
    },
  };
};
