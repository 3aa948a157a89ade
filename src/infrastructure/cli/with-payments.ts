import { systemClock } from '../../adapters/outbound/system-time.js';
import { silentLogger } from '../../application/ports/logger.js';
import { silentTelemetry } from '../../application/ports/telemetry.js';
import type { Config } from '../config/config.js';
import type { wirePayments } from '../create-payments.js';
import { loadProcessor } from '../load-processor.js';
import { quietPayments } from '../quiet-payments.js';
import type { Stores } from '../stores.js';
import { CommandProblem } from './failures.js';
import { withStores } from './with-stores.js';

/** Opens the stores of the service, and the operations over them and its processor. Starts nothing, and closes all at the end. */
export const withPayments = async (
  config: Config,
  use: (parts: ReturnType<typeof wirePayments> & { readonly stores: Stores }) => Promise<void>,
): Promise<void> => {
  const { processor: chosen } = config;
  if (chosen.kind === 'memory') {
    throw new CommandProblem(
      'only the service itself can read the objects of its in-memory processor: this command needs STRIPE_SECRET_KEY',
    );
  }
  await withStores(config, async (stores) => {
    const create = await loadProcessor(chosen);
    const processor = create(systemClock, '', silentLogger, silentTelemetry, {});
    try {
      await use({ stores, ...quietPayments(config, processor, stores) });
    } finally {
      await processor.close?.();
    }
  });
};
