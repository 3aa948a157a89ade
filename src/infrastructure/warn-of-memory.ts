import type { PaymentsOptions } from './payments-options.js';

type Given = Pick<
  PaymentsOptions,
  'processor' | 'stores' | 'webhooks' | 'webhookSecrets' | 'logger'
>;

// For `node --disable-warning`.
const code = 'PASARELA_REAL_MONEY_IN_MEMORY';

const forgotten = ({ processor, stores = {}, webhooks, webhookSecrets = [] }: Given): string => {
  const receivesWebhooks = (webhooks ?? processor.webhooks ?? webhookSecrets[0]) !== undefined;
  return [
    ...(stores.idempotencyStore === undefined
      ? [
          'idempotency keys are in memory: a restart forgets them, and a request that is repeated later may charge twice',
        ]
      : []),
    ...(stores.eventStore === undefined && receivesWebhooks
      ? ['received events are in memory: a restart loses those that are not handled']
      : []),
  ].join('; ');
};

/**
 * Warns of payments that move real money while only the memory of the process has what a restart may not lose. Without a logger it
 * is a warning of the process, because nobody must miss it.
 */
export const warnOfMemory = (options: Given): void => {
  if (options.processor.livemode !== true) return;
  const found = forgotten(options);
  if (found === '') return;
  const warning = `REAL MONEY: the processor is in live mode, but ${found}. Pass stores, such as await openSqliteStores({ path: 'data/shop.db' }) of pasarela/sqlite`;
  const { logger } = options;
  if (logger === undefined) process.emitWarning(warning, { type: 'Pasarela', code });
  else logger.warn(warning);
};
