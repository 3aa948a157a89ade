import { systemClock } from '../../adapters/outbound/system-time.js';
import type { IdempotencyStore, UnsettledKey } from '../../application/ports/idempotency-store.js';
import { decodeConfig } from '../config/config.js';
import { decodeWholeNumber } from '../config/decoders.js';
import type { Environment } from '../config/environment.js';
import { screenOf } from '../terminal/screen.js';
import { renderTable } from '../terminal/table.js';
import type { CommandIo } from './command-io.js';
import { decodedOrThrow, valueOrThrow } from './failures.js';
import { showMoment } from './time-options.js';
import { clientOf, isAtWork } from './unsettled-key.js';
import { withStores } from './with-stores.js';

const pageSize = 500;

type Chosen = (key: UnsettledKey) => boolean;

/** The oldest chosen keys: up to `limit`, plus one if there are more. */
const firstKeys = async (
  store: IdempotencyStore,
  limit: number,
  chosen: Chosen,
  after?: UnsettledKey,
): Promise<ReadonlyArray<UnsettledKey>> => {
  const page = valueOrThrow(
    await store.unsettled({ limit: pageSize, ...(after === undefined ? {} : { after }) })(),
  );
  const found = page.filter(chosen).slice(0, limit + 1);
  const last = page.at(-1);
  return page.length < pageSize || found.length > limit || last === undefined
    ? found
    : [...found, ...(await firstKeys(store, limit - found.length, chosen, last))];
};

const shown = (entry: UnsettledKey, now: number) => ({
  since: entry.since,
  state: isAtWork(entry, now) ? ('at_work' as const) : ('in_doubt' as const),
  client: clientOf(entry.scope),
  key: entry.key,
  operation: entry.firstSent?.operation ?? null,
  derived_key: entry.firstSent?.derivedKey ?? null,
});

const columns = ['SINCE', 'STATE', 'CLIENT', 'KEY', 'OPERATION', 'DERIVED KEY'];

const wordsOf = (entry: UnsettledKey, now: number): ReadonlyArray<string> => {
  const { since, state, client, key, operation, derived_key } = shown(entry, now);
  const words = [showMoment(since), state, client, JSON.stringify(key)];
  return [...words, operation ?? '-', derived_key ?? '-'];
};

/** `pasarela keys list`: lists idempotency keys without a response, the oldest first. */
export const listKeysCommand = async (
  { env, stdout, stderr }: CommandIo,
  options: Environment,
  { inDoubt, json }: { readonly inDoubt: boolean; readonly json: boolean },
): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const limit = decodedOrThrow(
    decodeWholeNumber(options, '--limit', { from: 1, to: 1000, fallback: 20 }),
  );
  await withStores(config, async ({ idempotencyStore }) => {
    const now = systemClock();
    const found = await firstKeys(
      idempotencyStore,
      limit,
      (key) => !inDoubt || !isAtWork(key, now),
    );
    const listed = found.slice(0, limit);
    if (json) {
      stdout.write(
        `${JSON.stringify(
          listed.map((key) => shown(key, now)),
          null,
          2,
        )}\n`,
      );
    } else if (listed.length === 0) {
      stdout.write(
        inDoubt ? 'no idempotency key is in doubt\n' : 'every idempotency key has a response\n',
      );
    } else {
      const screen = screenOf(stdout, env);
      const rows = listed.map((key) => wordsOf(key, now));
      stdout.write(
        screen.isTerminal
          ? // The derived key is copied: it is never cut.
            renderTable(columns, rows, { ...screen, columns: Number.POSITIVE_INFINITY })
          : rows.map((words) => `${words.join(' ')}\n`).join(''),
      );
    }
    if (found.length > limit) {
      stderr.write('there are more keys: raise --limit to list them\n');
    }
  });
};
