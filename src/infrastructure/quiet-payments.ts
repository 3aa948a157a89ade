import type { Config } from './config/config.js';
import { wirePayments } from './create-payments.js';
import type { ServiceProcessor } from './load-processor.js';
import type { Stores } from './stores.js';

/** The operations over open stores and a processor, as the service has them. Nothing is started. */
export const quietPayments = (
  { confirmationMethod, currencies, returnUrlSchemes, idempotency: { secrets } }: Config,
  processor: ServiceProcessor,
  { eventStore, idempotencyStore }: Pick<Stores, 'eventStore' | 'idempotencyStore'>,
): ReturnType<typeof wirePayments> =>
  wirePayments({
    processor,
    stores: { eventStore, idempotencyStore },
    ...(secrets.length === 0
      ? { idempotency: { secretInStore: true } }
      : { idempotencySecret: secrets }),
    confirmationMethod,
    currencies,
    returnUrlSchemes,
  });
