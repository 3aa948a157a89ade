import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../src/application/ports/clock.js';
import type { EventStore } from '../../../src/application/ports/event-store.js';
import type { FindingStore } from '../../../src/application/ports/finding-store.js';
import type { IdempotencyStore } from '../../../src/application/ports/idempotency-store.js';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import type { PaymentsHandler } from '../../../src/fetch.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import { createContainer, tokens } from '../../../src/infrastructure/container/container.js';
import type { ServiceProcessor } from '../../../src/infrastructure/load-processor.js';
import { createLogger } from '../../../src/infrastructure/logger.js';
import { startService } from '../../../src/infrastructure/service.js';
import { type Call, callAt, callOf } from '../http/call.js';
import { capturedLog } from './captured-log.js';
import { type ControlsOverHttp, controlsOverHttp } from './controls-over-http.js';
import { inMemory } from './set-ups.js';

export type ServiceSettings = {
  /** Environment variables, added to `PORT=0` and those of the processor. */
  readonly env?: Environment;
  readonly clock?: Clock;
  /** Replaces these functions of the processor. */
  readonly processor?: Partial<PaymentProcessor>;
  /** Replaces these functions of the in-memory event store. */
  readonly eventStore?: Partial<EventStore>;
  /** Replaces these functions of the in-memory idempotency store; receives the original functions. */
  readonly idempotencyStore?: (store: IdempotencyStore) => Partial<IdempotencyStore>;
};

export type TestService = {
  readonly address: string;
  readonly call: Call;
  readonly processor: ServiceProcessor;
  /** The address of the processor's pages and controls. */
  readonly processorAddress: string;
  readonly controls: ControlsOverHttp;
  readonly eventStore: EventStore;
  readonly findingStore: FindingStore;
  /** The log of this service so far. */
  readonly logged: () => string;
  readonly close: () => Promise<void>;
};

const wordsOf = (names: string | undefined): ReadonlyArray<string> =>
  (names ?? '').split(',').filter((word) => word !== '');

// `shop:key` has the client's name, `:key` has none.
const keyOf = (entry: string): string => entry.slice(entry.indexOf(':') + 1);

const secretsOf = ({ API_KEYS, WEBHOOK_SECRET, STRIPE_SECRET_KEY }: Environment) => [
  ...wordsOf(API_KEYS).map(keyOf),
  ...[WEBHOOK_SECRET, STRIPE_SECRET_KEY].flatMap(wordsOf),
];

/** Starts the real service on a free port of 127.0.0.1; its log is added to the captured log of the run. */
export const startTestService = async (
  {
    env = {},
    clock,
    processor = {},
    eventStore = {},
    idempotencyStore = () => ({}),
  }: ServiceSettings = {},
  setUp = inMemory,
): Promise<TestService> => {
  const opened = await setUp.open();
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'debug',
    DATABASE_URL: 'memory:',
    ...opened.env,
    ...env,
  };
  const config = decodeConfig(environment);
  if (E.isLeft(config)) throw new Error(config.left.join('; '));
  for (const secret of secretsOf(environment)) capturedLog.guard(secret);

  const lines: Array<string> = [];
  const logger = createLogger(config.right.logLevel, {
    write: (line) => {
      lines.push(line);
      capturedLog.write(line);
    },
  });
  const wired: Array<
    Pick<TestService, 'processor' | 'eventStore' | 'findingStore'> & {
      readonly handler?: PaymentsHandler;
    }
  > = [];
  const service = await startService(config.right, logger, (roots) => {
    const container = createContainer(roots);
    if (clock !== undefined) container.rebind(tokens.clock).toConstantValue(clock);
    const parts = {
      processor: { ...container.get(tokens.processor), ...processor },
      eventStore: { ...container.get(tokens.eventStore), ...eventStore },
      findingStore: container.get(tokens.stores).findingStore,
    };
    const store = container.get(tokens.idempotencyStore);
    container
      .rebind(tokens.idempotencyStore)
      .toConstantValue({ ...store, ...idempotencyStore(store) });
    container.rebind(tokens.processor).toConstantValue(parts.processor);
    container.rebind(tokens.eventStore).toConstantValue(parts.eventStore);
    const { binding } = setUp;
    if (binding !== undefined) {
      container.rebind(tokens.listener).toResolvedValue(() => binding(container));
    }
    const handler = setUp.handlerIn?.(container);
    wired.push(handler === undefined ? parts : { ...parts, handler });
    return container;
  });
  const [parts] = wired;
  if (parts === undefined) throw new Error('the service has no processor or stores yet');
  const { handler, ...found } = parts;
  const { address, apiKey } = opened.controlledAt ?? {
    address: service.address,
    apiKey: config.right.apiKeys.map(keyOf)[0],
  };
  return {
    ...found,
    address: service.address,
    call: handler === undefined ? callAt(service.address) : callOf(service.address, handler),
    processorAddress: address,
    controls: controlsOverHttp(address, apiKey),
    logged: () => lines.join(''),
    close: async () => {
      await service.close();
      await opened.close();
    },
  };
};
