import { packageVersion } from '../../adapters/outbound/package-version.js';
import { redact } from '../../domain/redact.js';
import { decodeConfig } from '../config/config.js';
import type { Environment } from '../config/environment.js';
import { describeProcessor } from '../config/processor.js';
import { describeStore } from '../config/store.js';
import { createLogger } from '../logger.js';
import type { Service } from '../service.js';
import { decodedOrThrow, listenProblem } from './failures.js';
import { stopSignal } from './stop-signal.js';

/** `pasarela serve`: runs the service until SIGTERM or SIGINT, then waits for the requests in progress. */
export const serveCommand = async (env: Environment): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const logger = createLogger(config.logLevel);

  // Loaded after the check of the environment, so that its problems are reported without delay.
  const { startService } = await import('../service.js');
  const service: Service = await startService(config, logger).catch((error: unknown) => {
    throw listenProblem(error, config.host, config.port);
  });
  // Registered before the start-up line: a program that reads the line may send a signal immediately.
  const stopped = stopSignal();
  for (const warning of config.warnings) logger.warn(warning);
  const { address } = service;
  const processor = describeProcessor(config.processor);
  const store = redact(describeStore(config.store));
  process.stdout.write(
    `pasarela ${packageVersion} listens on ${address} (processor: ${processor}, store: ${store}); reference: ${address}/doc\n`,
  );

  const signal = await stopped;
  logger.info('stopping', { signal });
  await service.close();
};
