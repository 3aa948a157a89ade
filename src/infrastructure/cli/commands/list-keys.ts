import { systemClock } from '../../../adapters/outbound/system-time.js';
import { doubtOfKey } from '../../../application/doubts/doubt-of-key.js';
import { firstUnsettled, isAtWork } from '../../../application/doubts/unsettled-keys.js';
import type { UnsettledKey } from '../../../application/ports/idempotency-store.js';
import type { Doubt } from '../../../domain/doubt.js';
import { amountText } from '../../../domain/money/amount-text.js';
import { visible } from '../../../domain/text/visible.js';
import { decodeConfig } from '../../config/config.js';
import type { Environment } from '../../config/environment.js';
import { numberWithin, readSetting } from '../../config/settings.js';
import { idempotencyCipher, sha256 } from '../../idempotency/idempotency-settings.js';
import { screenOf } from '../../terminal/screen.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandIo } from '../command-io.js';
import { decodedOrThrow, valueOrThrow } from '../failures.js';
import { showAge, showMoment } from '../time-options.js';
import { withStores } from '../with-stores.js';

type Listed = { readonly key: UnsettledKey; readonly doubt: Doubt; readonly atWork: boolean };

const stateOf = ({ atWork }: Listed): string => (atWork ? 'at_work' : 'in_doubt');

const shown = (listed: Listed) => {
  const { client, since, age, operation, derived_key, ...facts } = listed.doubt;
  const { amount, amount_decimal, currency, customer, object_id, order, metadata } = facts;
  return {
    since,
    age,
    state: stateOf(listed),
    client,
    key: listed.key.key,
    operation,
    derived_key,
    amount,
    amount_decimal,
    currency,
    customer,
    object_id,
    order,
    metadata,
  };
};

/** An amount as people write it; without a currency, in the units in which it was given. */
export const amountWords = ({
  amount,
  amount_decimal,
  currency,
}: Pick<Doubt, 'amount' | 'amount_decimal' | 'currency'>): string => {
  if (amount === null) return amount_decimal ?? '-';
  return currency === null ? `${amount} minor` : amountText(amount, currency);
};

/** The object that the request changes, such as the payment that is confirmed; otherwise its customer. */
const aboutOf = ({ object_id, customer }: Doubt): string => object_id ?? customer ?? '-';

const columns = ['AGE', 'STATE', 'CLIENT', 'KEY', 'OPERATION', 'AMOUNT', 'ABOUT', 'ORDER'];

const cells = (listed: Listed): ReadonlyArray<string> => {
  const { age, client, operation, order } = listed.doubt;
  return [
    showAge(age),
    stateOf(listed),
    client ?? '-',
    JSON.stringify(listed.key.key),
    operation ?? '-',
    amountWords(listed.doubt),
    aboutOf(listed.doubt),
    order ?? '-',
  ];
};

// Programs split lines at spaces, so only the last word may have some.
const words = (listed: Listed): string => {
  const { since, client, operation, derived_key, order } = listed.doubt;
  const line = [
    showMoment(since),
    stateOf(listed),
    client,
    JSON.stringify(listed.key.key),
    operation ?? '-',
    derived_key ?? '-',
    amountWords(listed.doubt).replace(' ', '_'),
    aboutOf(listed.doubt),
    order ?? '-',
  ].join(' ');
  return visible(line);
};

/** `pasarela idempotency list`: lists idempotency keys without a response, the oldest first. */
export const listKeysCommand = async (
  { env, stdout, stderr }: CommandIo,
  options: Environment,
  { inDoubt, json }: { readonly inDoubt: boolean; readonly json: boolean },
): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const limit = decodedOrThrow(
    readSetting(options, '--limit', numberWithin({ from: 1, to: 1000, fallback: 20 })),
  );
  await withStores(config, async ({ idempotencyStore }) => {
    const now = systemClock();
    const find = firstUnsettled(idempotencyStore);
    const found = valueOrThrow(await find(limit, (key) => !inDoubt || !isAtWork(key, now))());
    const cipher = valueOrThrow(
      await idempotencyCipher(idempotencyStore, config.idempotency.secrets)(),
    );
    const describe = doubtOfKey(cipher, sha256, now);
    const listed = found
      .slice(0, limit)
      .map((key): Listed => ({ key, doubt: describe(key), atWork: isAtWork(key, now) }));
    if (json) {
      stdout.write(`${JSON.stringify(listed.map(shown), null, 2)}\n`);
    } else if (listed.length === 0) {
      stdout.write(
        inDoubt ? 'no idempotency key is in doubt\n' : 'every idempotency key has a response\n',
      );
    } else {
      const screen = screenOf(stdout, env);
      stdout.write(
        screen.isTerminal
          ? renderTable(columns, listed.map(cells), screen)
          : listed.map((one) => `${words(one)}\n`).join(''),
      );
    }
    if (found.length > limit) {
      stderr.write('there are more keys: raise --limit to list them\n');
    }
  });
};
