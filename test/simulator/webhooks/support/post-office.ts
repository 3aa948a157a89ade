import { systemClock } from '../../../../src/adapters/outbound/system-time.js';
import type { Engine } from '../../../../src/simulator/engine/engine.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { Delivery } from '../../../../src/simulator/webhooks/delivery.js';
import { createSender, type SenderOptions } from '../../../../src/simulator/webhooks/sender.js';
import { createWebhooks, type Webhooks } from '../../../../src/simulator/webhooks/webhooks.js';
import type { WebhooksOptions } from '../../../../src/simulator/webhooks/webhooks-options.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { type Collection, collection } from './collection.js';
import { type Reaction, type Receiver, startReceiver } from './receiver.js';

export type PostOffice = {
  readonly engine: Engine;
  readonly webhooks: Webhooks;
  readonly deliveries: Collection<Delivery>;
  /** Registers an endpoint. */
  readonly register: (
    url: string,
    params?: object,
  ) => { readonly id: string; readonly secret?: string };
  /** Closes everything. */
  readonly close: () => void;
  /** Causes an event of the type `customer.created`. Returns its id. */
  readonly cause: () => string;
};

/** Signs requests to URLs that are not registered. */
export const secret = ['whsec', 'test', 'desk'].join('_');

/** Opens webhooks and receivers for tests, and closes them after each test. */
export const usePostOffices = (): {
  readonly receiver: (...reactions: ReadonlyArray<Reaction>) => Promise<Receiver>;
  readonly office: (options?: Partial<WebhooksOptions & SenderOptions>) => PostOffice;
} => {
  const closing: Array<() => unknown> = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  return {
    receiver: async (...reactions) => {
      const receiver = await startReceiver(...reactions);
      closing.push(receiver.close);
      return receiver;
    },
    office: (options = {}) => {
      const { engine } = openShop();
      const deliveries = collection<Delivery>();
      const sender = createSender({ timeoutMs: 60_000, atOnce: 4, ...options });
      const webhooks = createWebhooks(engine, sender, {
        webhook: undefined,
        secret,
        pauses: [0, 0, 0],
        send: true,
        keepDeliveries: 100,
        keepWaiting: 100,
        clock: systemClock,
        random: () => 0,
        onDelivery: deliveries.add,
        ...options,
      });
      const close = (): void => {
        webhooks.close();
        sender.close();
      };
      closing.push(close);
      return {
        close,
        engine,
        webhooks,
        deliveries,
        register: (url, params = {}) =>
          right(
            engine.call(engineOperations.createWebhookEndpoint, {
              url,
              enabled_events: ['*'],
              ...params,
            }),
          ),
        cause: () => {
          right(engine.call(engineOperations.createCustomer, {}));
          const [event] = right(
            engine.control(engineOperations.listEvents, { type: 'customer.created', limit: 1 }),
          ).data;
          return event?.id ?? '';
        },
      };
    },
  };
};
