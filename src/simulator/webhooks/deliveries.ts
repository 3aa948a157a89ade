import { setTimeout as pauseFor } from 'node:timers/promises';
import type { EventObject } from '../engine/objects/event.js';
import type { DeliveryAttempts } from './attempts.js';
import { isAccepted } from './delivery.js';
import { pauseAfter } from './retry-pauses.js';
import type { Target, Targets } from './targets.js';
import type { WebhooksOptions } from './webhooks-options.js';

/** Delivers events: each is sent until the receiver accepts it or no attempt is left. */
type Deliveries = {
  readonly begin: (event: EventObject, target: Target) => void;
  /** Stops sending an event to a target. */
  readonly end: (event: EventObject, target: Target) => void;
  readonly endAll: () => void;
};

const keyOf = ({ id }: EventObject, { endpoint, url }: Target): string =>
  `${id} ${endpoint ?? url}`;

export const createDeliveries = (
  attempts: DeliveryAttempts,
  targets: Targets,
  { pauses, random, keepWaiting }: WebhooksOptions,
): Deliveries => {
  const inProgress = new Map<string, AbortController>();

  const deliver = async (
    event: EventObject,
    { url }: Target,
    key: string,
    { signal }: AbortController,
  ): Promise<void> => {
    // The endpoint may have another URL by now, or be deleted.
    const find = (): Target | undefined =>
      signal.aborted
        ? undefined
        : targets.of(event.type).find((target) => keyOf(event, target) === key);
    for (let number = 1; !signal.aborted; number += 1) {
      const pause = pauseAfter(number, pauses, random());
      const delivery = await attempts.make(event, url, find, {
        number,
        resent: false,
        pause: () => (signal.aborted ? null : pause),
      });
      if (delivery === undefined || isAccepted(delivery) || pause === null) return;
      await pauseFor(pause * 1000, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    begin: (event, target) => {
      if (inProgress.size >= keepWaiting) {
        attempts.skip(event, target, `not sent: ${keepWaiting} deliveries are already in progress`);
        return;
      }
      const key = keyOf(event, target);
      const controller = new AbortController();
      inProgress.set(key, controller);
      void deliver(event, target, key, controller).finally(() => {
        if (inProgress.get(key) === controller) inProgress.delete(key);
      });
    },
    end: (event, target) => inProgress.get(keyOf(event, target))?.abort(),
    endAll: () => {
      for (const controller of inProgress.values()) controller.abort();
      inProgress.clear();
    },
  };
};
