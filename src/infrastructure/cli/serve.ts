import { packageVersion } from '../../adapters/outbound/package-version.js';
import { decodeConfig } from '../config/config.js';
import type { Environment } from '../config/environment.js';
import { describeProcessor } from '../config/processor.js';
import { describeStore } from '../config/store.js';
import { createLogger } from '../logger.js';
import type { Service } from '../service.js';
import { decodeOrRefuse, listenProblem } from './failures.js';
import { stopSignal } from './stop-signal.js';

/** `pasarela serve`: serves until SIGTERM or SIGINT, then lets the requests in progress finish. */
export const serve = async (env: Environment): Promise<void> => {
  const config = decodeOrRefuse(decodeConfig(env));
  const logger = createLogger(config.logLevel);

  // Loaded once the environment is good: what is wrong with it is said at once.
  const { startService } = await import('../service.js');
  const service: Service = await startService(config, logger).catch((error: unknown) => {
    throw listenProblem(error, config.host, config.port);
  });
  // Listened for before the line that says that the service is ready: whoever reads it may send one at once.
  const stopped = stopSignal();
  for (const warning of config.warnings) logger.warn(warning);
  process.stdout.write(
    `pasarela ${packageVersion} listens on ${service.address} (processor: ${describeProcessor(config.processor)}, store: ${describeStore(config.store)}); reference: ${service.address}/doc\n`,
  );

  const signal = await stopped;
  logger.info('stopping', { signal });
  await service.close();
};
