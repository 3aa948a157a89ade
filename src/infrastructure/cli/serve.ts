import { setTimeout as sleep } from 'node:timers/promises';
import { packageVersion } from '../../adapters/outbound/package-version.js';
import { redact } from '../../domain/redact.js';
import { decodeConfig } from '../config/config.js';
import { type Environment, readVariable } from '../config/environment.js';
import { describeProcessor } from '../config/processor.js';
import { describeStore } from '../config/store.js';
import { logToStandardError } from '../log-destination.js';
import { createLogger } from '../logger.js';
import { prettyLog } from '../pretty-log.js';
import type { Service } from '../service.js';
import { decodedOrThrow, listenProblem } from './failures.js';
import { exitCodeOf, stopSignal } from './stop-signal.js';

// In milliseconds.
const flushPatience = 1000;
const closePatience = 10_000;

/** `pasarela serve`: runs the service until SIGTERM or SIGINT, then waits for the requests in progress, and ends the process. */
export const serveCommand = async (env: Environment): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const log = logToStandardError();
  const { isTTY } = process.stderr;
  const isPretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && isTTY);
  const isColoured = isTTY && readVariable(env, 'NO_COLOR') === undefined;
  const logger = createLogger(config.logLevel, isPretty ? prettyLog(log, isColoured) : log);
  // Whatever is still open, such as a log that nobody reads, must not keep the process.
  const end = async (code: number): Promise<never> => {
    await log.flush(flushPatience);
    return process.exit(code);
  };

  // Loaded after the check of the environment, so that its problems are reported without delay.
  const { startService } = await import('../service.js');
  const service: Service = await startService(config, logger).catch((error: unknown) => {
    const { address } = config.metrics;
    const isOfMetrics =
      address !== undefined &&
      error instanceof Error &&
      'port' in error &&
      error.port === address.port;
    throw isOfMetrics
      ? listenProblem(error, address.host, address.port, 'METRICS')
      : listenProblem(error, config.host, config.port);
  });
  // Registered before the start-up line: a program that reads the line may send a signal immediately.
  const stopped = stopSignal((signal) => {
    logger.warn('a further signal arrived; the process ends without waiting for its requests', {
      signal,
      requests: service.requests(),
    });
    void end(exitCodeOf(signal));
  });
  // Without a file there is nothing to reload, and the signal ends the process, as usual.
  if (config.apiKeysFile !== undefined || typeof config.auditTarget === 'object') {
    process.on('SIGHUP', () => void service.reload());
  }
  for (const warning of config.warnings) logger.warn(warning);
  const { address } = service;
  const processor = describeProcessor(config.processor);
  const store = redact(describeStore(config.store));
  const reference = config.reference === 'off' ? '' : `; reference: ${address}/doc`;
  process.stdout.write(
    `pasarela ${packageVersion} listens on ${address} (processor: ${processor}, store: ${store})${reference}\n`,
  );

  const signal = await stopped;
  logger.info('stopping', { signal });
  const closed = await Promise.race([
    service.close(),
    sleep(service.closesWithinMs + closePatience, undefined, { ref: false }),
  ]);
  if (closed === undefined) logger.error('the service did not close; the process ends');
  await end(closed === true ? 0 : 1);
};
