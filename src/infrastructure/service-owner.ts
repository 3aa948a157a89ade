import { systemClock, systemSetRepeating } from '../adapters/outbound/system-time.js';
import type { Ownership } from '../application/idempotency/store-owner.js';
import { type Logger, silentLogger } from '../application/ports/logger.js';
import { silentTelemetry } from '../application/ports/telemetry.js';
import type { Config } from './config/config.js';
import { describeStore } from './config/store.js';
import { createOwnedStore, type OwnedStore } from './idempotency/owned-store.js';
import { loadProcessor } from './load-processor.js';
import { refuseOpenApi } from './refuse-open-api.js';
import { SetUpProblem } from './set-up-problem.js';
import type { Stores } from './stores.js';

/** The stores of a service, which belong to the account of its processor. */
export type ServiceOwner = {
  readonly stores: Stores;
  /** Settles when the processor's first answer shows that the stores belong to another account: the service must end. */
  readonly foundOther: Promise<SetUpProblem>;
  readonly close: () => Promise<void>;
};

// How often a processor that does not answer is asked, in milliseconds.
const usualPauseMs = 1000;

const never = new Promise<never>(() => undefined);

const problemIn = (
  { describe }: Pick<OwnedStore, 'describe'>,
  ownership: Ownership,
): SetUpProblem | undefined =>
  ownership._tag === 'Other' ? new SetUpProblem(describe(ownership)) : undefined;

/**
 * Binds the stores of a service to the account of its processor. Throws a `SetUpProblem` if they belong to another one. A processor
 * that does not answer is asked again until it does. Refuses an open API over a live account.
 */
export const ownStores = async (
  config: Pick<
    Config,
    | 'processor'
    | 'store'
    | 'livemode'
    | 'acceptStoreOf'
    | 'apiKeys'
    | 'apiKeysFile'
    | 'openApiAllowed'
  >,
  logger: Logger,
  stores: Stores,
  pauseMs = usualPauseMs,
): Promise<ServiceOwner> => {
  const create = await loadProcessor(config.processor);
  // The service's own processor is made when its address is known.
  const { retrieveAccount, close: closeProcessor } = create(
    systemClock,
    '',
    silentLogger,
    silentTelemetry,
    {},
  );
  try {
    await refuseOpenApi(config, retrieveAccount, logger);
  } catch (problem) {
    await closeProcessor?.();
    throw problem;
  }
  if (config.store.kind === 'memory' || retrieveAccount === undefined) {
    await closeProcessor?.();
    return { stores, foundOther: never, close: async () => undefined };
  }
  const owned = createOwnedStore({
    store: stores.idempotencyStore,
    retrieveAccount,
    livemode: config.livemode,
    accepted: config.acceptStoreOf,
    clock: systemClock,
    logger,
    words: { store: `the store ${describeStore(config.store)}`, accept: 'ACCEPT_STORE_OF=' },
  });
  const problem = problemIn(owned, await owned.check());
  if (problem !== undefined) {
    await closeProcessor?.();
    throw problem;
  }
  let stop: (() => void) | undefined;
  const foundOther = new Promise<SetUpProblem>((resolve) => {
    const look = async (): Promise<void> => {
      const ownership = await owned.check();
      if (ownership._tag === 'Unknown') return;
      stop?.();
      const found = problemIn(owned, ownership);
      if (found !== undefined) resolve(found);
    };
    stop = systemSetRepeating(pauseMs, look)();
    void look();
  });
  return {
    stores: { ...stores, idempotencyStore: owned.store },
    foundOther,
    close: async () => {
      stop?.();
      await closeProcessor?.();
    },
  };
};
