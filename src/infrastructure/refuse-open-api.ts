import * as E from 'fp-ts/lib/Either.js';
import { defectsAsData } from '../application/defects-as-data.js';
import type { Logger } from '../application/ports/logger.js';
import type { ProcessorExtras } from '../application/ports/payment-processor.js';
import type { Config } from './config/config.js';
import { needsNoApiKey } from './config/secrets.js';
import { SetUpProblem } from './set-up-problem.js';
import { settlesWithin } from './settles-within.js';

// A processor that does not answer must not keep the service from receiving webhooks.
const patienceMs = 2000;

/**
 * Throws a `SetUpProblem` if everyone may call the API of a service whose processor, one of a module, says that it moves real money
 * (decision A6). The mode of Stripe is known from its key.
 */
export const refuseOpenApi = async (
  config: Pick<Config, 'processor' | 'apiKeys' | 'apiKeysFile' | 'openApiAllowed'>,
  retrieveAccount: ProcessorExtras['retrieveAccount'],
  logger: Logger,
): Promise<void> => {
  const { processor, openApiAllowed } = config;
  if (processor.kind !== 'module' || !needsNoApiKey(config) || retrieveAccount === undefined)
    return;
  const asking = defectsAsData(() => retrieveAccount)();
  const inTime = await settlesWithin(asking, patienceMs);
  const account = inTime ? await asking : undefined;
  if (account === undefined || E.isLeft(account)) {
    logger.warn('the processor has not told whether it moves real money: set API_KEYS');
    return;
  }
  if (!account.right.livemode) return;
  if (!openApiAllowed) {
    throw new SetUpProblem(
      'API_KEYS must contain at least one key, because the account of the processor moves real money: without it, everyone who reaches the service could charge and refund. ALLOW_OPEN_API_WITH_LIVE_KEY=true starts it all the same',
    );
  }
  logger.warn(
    'OPEN WITH REAL MONEY: the account of the processor is live, and calls need no API key',
  );
};
