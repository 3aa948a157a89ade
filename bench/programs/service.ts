import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeConfig } from '../../src/infrastructure/config/config.js';
import { createLogger } from '../../src/infrastructure/logger.js';
import { startService } from '../../src/infrastructure/service.js';
import { runAsChild } from '../harness/run-as-child.js';

// The service with the given variables, as `pasarela serve` starts it. It logs to standard error.
await runAsChild(t.record(t.string, t.string), async (variables) => {
  const config = decodeConfig({ PORT: '0', ...variables });
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));
  const { address } = await startService(config.right, createLogger(config.right.logLevel));
  return { url: address };
});
