import * as E from 'fp-ts/lib/Either.js';
import type { MemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import type { Clock } from '../../src/application/ports/clock.js';
import type { EventInbox } from '../../src/application/ports/event-inbox.js';
import type { PaymentProcessor } from '../../src/application/ports/payment-processor.js';
import { decodeConfig, type Environment } from '../../src/infrastructure/config.js';
import { createContainer } from '../../src/infrastructure/container/container.js';
import { tokens } from '../../src/infrastructure/container/tokens.js';
import { createLogger } from '../../src/infrastructure/logger.js';
import { startService } from '../../src/infrastructure/service.js';
import { type Call, callAt } from './call.js';
import { capturedLog } from './captured-log.js';

export type ServiceSettings = {
  /** Beside `PORT=0` and a fixed `MEMORY_SEED`. */
  readonly env?: Environment;
  readonly clock?: Clock;
  /** Stands in for these functions of the in-memory processor. */
  readonly processor?: Partial<PaymentProcessor>;
  /** Stands in for these functions of the in-memory inbox. */
  readonly eventInbox?: Partial<EventInbox>;
};

export type TestService = {
  readonly address: string;
  readonly call: Call;
  readonly processor: MemoryProcessor;
  readonly eventInbox: EventInbox;
  /** What this service has logged so far. */
  readonly logged: () => string;
  readonly close: () => Promise<void>;
};

const secretsOf = ({ API_KEYS = '', WEBHOOK_SECRET = '' }: Environment): ReadonlyArray<string> =>
  `${API_KEYS},${WEBHOOK_SECRET}`.split(',').filter((secret) => secret !== '');

/** Starts the real service on a free port of 127.0.0.1, with the in-memory processor; its log goes to the run's. */
export const startTestService = async ({
  env = {},
  clock,
  processor = {},
  eventInbox = {},
}: ServiceSettings = {}): Promise<TestService> => {
  const config = decodeConfig({ PORT: '0', MEMORY_SEED: 'tests', LOG_LEVEL: 'debug', ...env });
  if (E.isLeft(config)) throw new Error(config.left.join('; '));
  for (const secret of secretsOf(env)) capturedLog.guard(secret);

  const lines: Array<string> = [];
  const logger = createLogger(config.right.logLevel, {
    write: (line) => {
      lines.push(line);
      capturedLog.write(line);
    },
  });
  const wired: Array<Pick<TestService, 'processor' | 'eventInbox'>> = [];
  const service = await startService(config.right, logger, (roots) => {
    const container = createContainer(roots);
    if (clock !== undefined) container.rebind(tokens.clock).toConstantValue(clock);
    const parts = {
      processor: { ...container.get(tokens.processor), ...processor },
      eventInbox: { ...container.get(tokens.eventInbox), ...eventInbox },
    };
    container.rebind(tokens.processor).toConstantValue(parts.processor);
    container.rebind(tokens.eventInbox).toConstantValue(parts.eventInbox);
    wired.push(parts);
    return container;
  });
  const [parts] = wired;
  if (parts === undefined) throw new Error('the service was not wired');
  return {
    ...parts,
    address: service.address,
    call: callAt(service.address),
    logged: () => lines.join(''),
    close: service.close,
  };
};
