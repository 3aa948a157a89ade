import { systemClock } from '../../adapters/outbound/system-time.js';
import { compareOwner, describeOther } from '../../application/idempotency/store-owner.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { silentLogger } from '../../application/ports/logger.js';
import { silentTelemetry } from '../../application/ports/telemetry.js';
import type { Config } from '../config/config.js';
import { describeStore } from '../config/store.js';
import { loadProcessor } from '../load-processor.js';
import { settlesWithin } from '../settles-within.js';
import { CommandProblem } from './failures.js';

// In milliseconds.
const patience = 5000;

/**
 * Throws a `CommandProblem` if the store belongs to another account than the key of the processor: what the command finds at that
 * account says nothing about the keys of the store. A processor that does not answer is no reason to refuse. `mayAccept`: neither
 * is an owner that ACCEPT_STORE_OF names.
 */
export const refuseOtherAccount = async (
  { processor, store: place, livemode, acceptStoreOf: accepted }: Config,
  store: Pick<IdempotencyStore, 'owner' | 'count'>,
  { mayAccept }: { readonly mayAccept: boolean },
): Promise<void> => {
  const create = await loadProcessor(processor);
  const { retrieveAccount, close } = create(systemClock, '', silentLogger, silentTelemetry, {});
  if (retrieveAccount === undefined) return;
  const checked = compareOwner({ store, retrieveAccount, livemode, accepted }, false)();
  const found = (await settlesWithin(checked, patience)) ? await checked : undefined;
  await close?.();
  if (found?._tag === 'Other' && !(mayAccept && found.owner === accepted)) {
    throw new CommandProblem(
      describeOther(`the store ${describeStore(place)}`, found, 'ACCEPT_STORE_OF='),
    );
  }
};
