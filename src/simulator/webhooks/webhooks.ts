import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Engine } from '../engine/engine.js';
import { invalidRequest } from '../engine/errors.js';
import { retrieveEvent } from '../engine/events.js';
import { answered, type EngineFailure } from '../engine/kernel/pipeline.js';
import type { EventObject } from '../engine/objects/event.js';
import type { ListObject } from '../engine/objects/object.js';
import { endpointUrl } from '../engine/webhook-endpoints.js';
import type { Account } from '../wire/accounts.js';
import { createDeliveryAttempts } from './attempts.js';
import { createDeliveries } from './deliveries.js';
import { type Delivery, isAccepted } from './delivery.js';
import type { DeliveriesPage } from './delivery-log.js';
import type { Sender } from './sender.js';
import { createTargets, type Target } from './targets.js';
import type { WebhooksOptions } from './webhooks-options.js';

/** Events that are sent twice, as Stripe sometimes does. */
export type WebhookDoubles = {
  /** Sends the next event that has a receiver twice. */
  readonly plan: () => void;
  /** How many of the next events are sent twice. */
  readonly planned: () => number;
  readonly forget: () => void;
};

/** The webhooks of one account. */
export type Webhooks = {
  /** A page of the latest attempts, newest first; with `event`, of that event only. */
  readonly deliveries: (page: DeliveriesPage) => E.Either<EngineFailure, ListObject<Delivery>>;
  /**
   * Sends an event again immediately, with a single attempt, to the URL or to every receiver of its type. Returns the
   * attempts.
   */
  readonly resend: (
    event: string,
    url?: string,
  ) => Promise<E.Either<EngineFailure, ListObject<Delivery>>>;
  readonly doubles: WebhookDoubles;
  /** Stops sending. */
  readonly close: () => void;
};

// People press the button again and again.
const mostDoubled = 100;

/** Sends every event of an engine to its registered endpoints and to the webhook of the options. */
export const createWebhooks = (
  engine: Pick<Engine, 'control' | 'endpointsFor' | 'onEvent'>,
  sender: Pick<Sender, 'send'>,
  options: WebhooksOptions,
): Webhooks => {
  const targets = createTargets(engine, options);
  const attempts = createDeliveryAttempts(engine, sender, options);
  const deliveries = createDeliveries(attempts, targets, options);

  let doubled = 0;

  const forget = (): void => {
    doubled = 0;
    deliveries.endAll();
    attempts.forget();
  };
  const stopListening = engine.onEvent(
    (event) => {
      const receivers = targets.of(event.type);
      for (const target of receivers) deliveries.begin(event, target);
      if (doubled === 0 || receivers.length === 0) return;
      doubled -= 1;
      for (const target of receivers) void sendOnce(event, target);
    },
    forget,
    // Most accounts have no endpoints, and then their events take no further work.
    (type) => options.send && targets.exist(type),
  );

  const targetsAgain = (
    { type }: EventObject,
    url: string | undefined,
  ): E.Either<EngineFailure, ReadonlyArray<Target>> => {
    if (url !== undefined) {
      return pipe(
        endpointUrl.read(url, 'url'),
        E.bimap(answered, (checked) => [targets.at(type, checked)]),
      );
    }
    const registered = targets.of(type);
    const message = `No endpoint is registered for events of type ${type}: pass the url to send it to.`;
    return registered.length > 0
      ? E.right(registered)
      : E.left(answered(invalidRequest(message, { param: 'url' })));
  };

  /** A single attempt, besides those that wait. */
  const sendOnce = (event: EventObject, target: Target): Promise<Delivery | undefined> =>
    attempts.make(event, target.url, () => target, { number: 1, resent: true, pause: () => null });

  const sendAgain = async (
    event: EventObject,
    target: Target,
  ): Promise<ReadonlyArray<Delivery>> => {
    const delivery = await sendOnce(event, target);
    if (delivery === undefined) return [];
    if (isAccepted(delivery)) deliveries.end(event, target);
    return [delivery];
  };

  return {
    deliveries: (page) => pipe(attempts.page(page), E.mapLeft(answered)),
    resend: async (id, url) => {
      const found = pipe(
        engine.control(retrieveEvent, { event: id }),
        E.bindTo('event'),
        E.bind('to', ({ event }) => targetsAgain(event, url)),
      );
      if (E.isLeft(found)) return found;
      const { event, to } = found.right;
      const made = await Promise.all(to.map((target) => sendAgain(event, target)));
      return E.right({
        object: 'list',
        data: made.flat(),
        has_more: false,
        url: '/_processor/deliveries',
      });
    },
    doubles: {
      plan: () => {
        doubled = Math.min(doubled + 1, mostDoubled);
      },
      planned: () => doubled,
      forget: () => {
        doubled = 0;
      },
    },
    close: () => {
      stopListening();
      forget();
    },
  };
};

/** The webhooks of all accounts of a server. */
export type AccountWebhooks = {
  /** The webhooks of an account. The first call starts to send its events. */
  readonly of: (account: Account) => Webhooks;
  /** Stops sending the events of an account, and forgets them. */
  readonly drop: (account: Account) => void;
  /** Stops sending. */
  readonly close: () => void;
};

export const createAccountWebhooks = (
  sender: Sender,
  options: WebhooksOptions,
): AccountWebhooks => {
  const known = new Map<Account, Webhooks>();
  return {
    of: (account) => {
      const webhooks = known.get(account) ?? createWebhooks(account.engine, sender, options);
      known.set(account, webhooks);
      return webhooks;
    },
    drop: (account) => {
      known.get(account)?.close();
      known.delete(account);
    },
    close: () => {
      for (const webhooks of known.values()) webhooks.close();
      sender.close();
    },
  };
};
