import * as E from 'fp-ts/lib/Either.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import {
  compareOwner,
  describeOther,
  type OwnerDependencies,
} from '../../application/idempotency/store-owner.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { silentLogger } from '../../application/ports/logger.js';
import { silentTelemetry } from '../../application/ports/telemetry.js';
import type { Config } from '../config/config.js';
import { describeStore } from '../config/store.js';
import { loadProcessor } from '../load-processor.js';
import { settlesWithin } from '../settles-within.js';
import { type Finding, findingsOf } from './finding.js';
import { lookIntoStore } from './look-into-store.js';

const { ok, warning, error } = findingsOf('account');

// In milliseconds.
const patience = 10_000;

type Asked = Pick<Config, 'processor' | 'store' | 'livemode' | 'acceptStoreOf'>;

const findingsIn = async (
  store: IdempotencyStore,
  { store: place, livemode, acceptStoreOf: accepted }: Asked,
  retrieveAccount: OwnerDependencies['retrieveAccount'],
): Promise<ReadonlyArray<Finding>> => {
  const stored = await store.owner()();
  // It has no schema yet, or that of an earlier version: the check of the store says so.
  if (E.isLeft(stored)) return [];
  const found = await compareOwner({ store, retrieveAccount, livemode, accepted }, false)();
  const name = `the store ${describeStore(place)}`;
  switch (found._tag) {
    case 'Same':
      if (!found.isCompared) {
        return [
          warning(
            'the key of the processor may not read its account: a store of another account in the same mode is not noticed',
            'give the restricted key the right to read accounts (GET /v1/account)',
          ),
        ];
      }
      if (stored.right !== null && stored.right === accepted && accepted !== found.owner) {
        return [
          warning(
            `${name} belongs to the account ${accepted}; the next start takes it over for ${found.owner}, because ACCEPT_STORE_OF says so`,
          ),
        ];
      }
      return [
        ok(
          stored.right === null
            ? `${name} belongs to nobody yet; the first start binds it to ${found.owner}`
            : `${name} is used for ${found.owner}, the account of the key`,
        ),
      ];
    case 'Other':
      return [error(describeOther(name, found, 'ACCEPT_STORE_OF='))];
    case 'Unknown':
      return stored.right === null
        ? []
        : [
            warning(
              `${name} belongs to the account ${stored.right}; the processor does not tell whose the key is`,
              'until it does, the service answers requests with idempotency keys with 503',
            ),
          ];
  }
};

/** Whether the store belongs to the account of the processor's key. Changes nothing. Says nothing of a store that is missing. */
export const checkOwner = async (config: Asked): Promise<ReadonlyArray<Finding>> => {
  const create = await loadProcessor(config.processor);
  const { retrieveAccount, close } = create(systemClock, '', silentLogger, silentTelemetry, {});
  const found =
    retrieveAccount === undefined
      ? []
      : await lookIntoStore(config.store, (keys) => findingsIn(keys, config, retrieveAccount));
  await settlesWithin(Promise.resolve(close?.()), patience);
  return found;
};
