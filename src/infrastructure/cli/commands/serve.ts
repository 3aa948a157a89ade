import { setTimeout as sleep } from 'node:timers/promises';
import { packageVersion } from '../../../adapters/package-version.js';
import { redact } from '../../../domain/text/redact.js';
import { type Config, decodeConfig } from '../../config/config.js';
import type { Environment } from '../../config/environment.js';
import { nearMisses } from '../../config/near-misses.js';
import { describeProcessor } from '../../config/processor.js';
import { needsNoApiKey } from '../../config/secrets.js';
import { describeStore } from '../../config/store.js';
import { foldRepeats } from '../../fold-repeats.js';
import { logToStandardError } from '../../log-destination.js';
import { createLogger } from '../../logger.js';
import { prettyLog } from '../../pretty-log.js';
import type { Service } from '../../service.js';
import { type Banner, renderBanner, testCardFacts } from '../../terminal/banner.js';
import { screenOf } from '../../terminal/screen.js';
import { decodedOrThrow, listenProblem } from '../failures.js';
import { exitCodeOf, stopSignal } from '../stop-signal.js';

// In milliseconds.
const flushPatience = 1000;
const closePatience = 10_000;

const startLine = (config: Config, address: string): string => {
  const processor = describeProcessor(config.processor);
  const store = redact(describeStore(config.store));
  const reference = config.reference === 'off' ? '' : `; reference: ${address}/doc`;
  return `pasarela ${packageVersion} listens on ${address} (processor: ${processor}, store: ${store})${reference}\n`;
};

const bannerOf = (config: Config, address: string): Banner => {
  const { processor, store, livemode } = config;
  const inMemory = processor.kind === 'memory';
  const key = needsNoApiKey(config) ? '' : ` -H "authorization: Bearer $API_KEY"`;
  return {
    title: `pasarela ${packageVersion} serve`,
    facts: [
      ['API', `${address}/api`],
      ...(inMemory ? [['Console', `${address}/`] as const] : []),
      ...(config.reference === 'off' ? [] : [['Reference', `${address}/doc`] as const]),
      ['Processor', inMemory ? 'in memory: no money moves' : redact(describeProcessor(processor))],
      ['Store', redact(describeStore(store))],
      ...(livemode === false ? testCardFacts : []),
    ],
    lines: [
      [
        'A customer to begin with:',
        `curl ${address}/api/customers${key} -H 'content-type: application/json' -d '{"email": "ada@example.com", "name": "Ada Lovelace", "phone": "+34600000000"}'`,
      ],
    ],
    end: 'Requests appear here as they happen. Ctrl+C ends the service.',
  };
};

/** `pasarela serve`: runs the service until SIGTERM or SIGINT, then waits for the requests in progress, and ends the process. */
export const serveCommand = async (
  env: Environment,
  portName: '--port' | 'PORT',
): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env, portName));
  const log = logToStandardError();
  const { isTerminal, isColoured } = screenOf(process.stderr, env);
  const isPretty = config.logFormat === 'pretty' || (config.logFormat === 'auto' && isTerminal);
  const { logger, flush } = foldRepeats(
    createLogger(config.logLevel, isPretty ? prettyLog(log, isColoured) : log),
  );
  // Whatever is still open, such as a log that nobody reads, must not keep the process.
  const end = async (code: number): Promise<never> => {
    flush();
    await log.flush(flushPatience);
    return process.exit(code);
  };

  // Loaded after the check of the environment, so that its problems are reported without delay.
  const { startService } = await import('../../service.js');
  const service: Service = await startService(config, logger).catch((error: unknown) => {
    // A variable that was not read may be the reason.
    for (const warning of nearMisses(env)) logger.warn(warning);
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
  const screen = screenOf(process.stdout, env);
  process.stdout.write(
    screen.isTerminal
      ? renderBanner(bannerOf(config, address), screen)
      : startLine(config, address),
  );

  const why = await Promise.race([stopped, service.broken]);
  if (why instanceof Error) logger.error('stopping, because the store belongs to another account');
  else logger.info('stopping', { signal: why });
  const closed = await Promise.race([
    service.close(),
    sleep(service.closesWithinMs + closePatience, undefined, { ref: false }),
  ]);
  if (closed === undefined) logger.error('the service did not close; the process ends');
  await end(closed === true && !(why instanceof Error) ? 0 : 1);
};
