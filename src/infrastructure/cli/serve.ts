import { once } from 'node:events';
import * as E from 'fp-ts/lib/Either.js';
import type { Environment } from '../config/environment.js';
import { decodeConfig } from '../config.js';
import { createLogger } from '../logger.js';
import { packageVersion } from '../package-version.js';
import { type Service, startService } from '../service.js';
import { describeProcessor } from './describe-processor.js';
import { StartUpProblem } from './start-up-problem.js';

const listenProblem = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartUpProblem(
        `port ${port} on ${host} is already in use: stop what listens there, or choose another with --port`,
      );
    case 'EACCES':
      return new StartUpProblem(
        `port ${port} on ${host} may not be used by this user: choose another with --port`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartUpProblem(
        `${host} is not an address of this machine: choose another with --host`,
      );
    default:
      return error;
  }
};

const stopSignal = async (): Promise<string> =>
  Promise.race(
    ['SIGTERM', 'SIGINT'].map(async (signal) => {
      await once(process, signal);
      return signal;
    }),
  );

/** `pasarela serve`: serves until SIGTERM or SIGINT, then lets the requests in progress finish. */
export const serve = async (env: Environment): Promise<void> => {
  const decoded = decodeConfig(env);
  if (E.isLeft(decoded)) throw new StartUpProblem(decoded.left.join('; '));
  const config = decoded.right;
  const logger = createLogger(config.logLevel);

  const service: Service = await startService(config, logger).catch((error: unknown) => {
    throw listenProblem(error, config.host, config.port);
  });
  for (const warning of config.warnings) logger.warn(warning);
  process.stdout.write(
    `pasarela ${packageVersion} listens on ${service.address} (processor: ${describeProcessor(config.processor)}, store: memory); reference: ${service.address}/doc\n`,
  );

  const signal = await stopSignal();
  logger.info('stopping', { signal });
  await service.close();
};
