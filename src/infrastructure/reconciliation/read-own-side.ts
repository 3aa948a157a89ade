import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { clientOf, firstUnsettled, isAtWork } from '../../application/doubts/unsettled-keys.js';
import type { UnsettledKey } from '../../application/ports/idempotency-store.js';
import type { ReconciliationLedger } from '../../application/ports/reconciliation-ledger.js';
import type { DoubtfulKey } from '../../application/reconciliation/judge-ledger.js';
import { readOwnRecords } from '../../application/reconciliation/read-own-records.js';
import { isObject, objectFields } from '../../domain/input/json.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { Config } from '../config/config.js';
import type { wirePayments } from '../create-payments.js';
import { idempotencyCipher } from '../idempotency/idempotency-settings.js';
import type { Stores } from '../stores.js';

/** The records of Pasarela's own stores, and what was not compared for want of them. */
export type OwnSide = {
  readonly eventsSince: number | null;
  readonly keys: ReadonlyArray<DoubtfulKey>;
  readonly skipped: ReadonlyArray<string>;
};

type Parts = {
  readonly stores: Pick<Stores, 'eventStore' | 'idempotencyStore'>;
  readonly config: Pick<Config, 'idempotency' | 'eventHandling'>;
  readonly ledger: ReconciliationLedger;
  readonly lookUp: ReturnType<typeof wirePayments>['lookUp'];
  /** Waits until a key may be looked up. */
  readonly turn: () => Promise<void>;
  /** Unix seconds. */
  readonly now: number;
};

const day = 24 * 60 * 60;

const mostKeys = 1000;

const idOf = (value: unknown): string | null => {
  const id = isObject(value) ? objectFields(value)['id'] : undefined;
  return typeof id === 'string' ? id : null;
};

/** Reads what Pasarela itself knows of a time into the ledger, and looks up its keys in doubt. */
export const readOwnSide =
  ({ stores: { eventStore, idempotencyStore }, config, ledger, lookUp, turn, now }: Parts) =>
  ({
    from,
    to,
    grace,
  }: {
    readonly from: number;
    readonly to: number;
    readonly grace: number;
  }): TE.TaskEither<StoreUnavailable, OwnSide> =>
  async () => {
    const cipher = await idempotencyCipher(idempotencyStore, config.idempotency.secrets)();
    if (E.isLeft(cipher)) return cipher;
    const records = await readOwnRecords({
      eventStore,
      idempotencyStore,
      cipher: cipher.right,
      ledger,
      eventsKeptFor: config.eventHandling.retentionDays * day,
      now,
    })({ from, to })();
    if (E.isLeft(records)) return records;
    const isDoubtful = (key: UnsettledKey): boolean =>
      !isAtWork(key, now) && key.since < now - grace;
    const found = await firstUnsettled(idempotencyStore)(mostKeys, isDoubtful)();
    if (E.isLeft(found)) return found;
    const keys: Array<DoubtfulKey> = [];
    for (const key of found.right.slice(0, mostKeys)) {
      await turn();
      const outcome = await lookUp(key)();
      keys.push({
        key: key.key,
        scope: key.scope,
        client: clientOf(key.scope),
        operation: key.firstSent?.operation ?? null,
        since: key.since,
        made: E.isRight(outcome) && E.isRight(outcome.right) ? idOf(outcome.right.right) : null,
      });
    }
    const { eventsSince } = records.right;
    return E.right({
      eventsSince,
      keys,
      skipped: [
        ...(eventsSince === null ? ['stored events, because the service has stored none'] : []),
        ...(found.right.length > mostKeys ? [`more than ${mostKeys} keys in doubt`] : []),
      ],
    });
  };
