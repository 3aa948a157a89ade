import * as E from 'fp-ts/lib/Either.js';
import type { Doubt } from '../../../domain/doubt.js';
import { describePaymentError } from '../../../domain/payment-error-facts.js';
import { visible } from '../../../domain/text/visible.js';
import { decodeConfig } from '../../config/config.js';
import type { Environment } from '../../config/environment.js';
import { numberWithin, readSetting } from '../../config/settings.js';
import { screenOf } from '../../terminal/screen.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow } from '../failures.js';
import { showAge, showMoment } from '../time-options.js';
import { withPayments } from '../with-payments.js';
import { amountWords } from './list-keys.js';

const columns = ['AGE', 'PAYMENT', 'AMOUNT', 'CUSTOMER', 'ORDER'];

const cells = (doubt: Doubt): ReadonlyArray<string> => [
  showAge(doubt.age),
  doubt.object_id ?? '-',
  amountWords(doubt),
  doubt.customer ?? '-',
  doubt.order ?? '-',
];

/**
 * `pasarela idempotency list --unconfirmed`: lists payments that the customer has authenticated and nobody has confirmed again, by the
 * latest stored events.
 */
export const listUnconfirmedCommand = async (
  { env, stdout, stderr }: CommandIo,
  options: Environment,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  const limit = decodedOrThrow(
    readSetting(options, '--limit', numberWithin({ from: 1, to: 100, fallback: 100 })),
  );
  await withPayments(config, async ({ payments }) => {
    const found = await payments.taskEither.listDoubts({ kind: 'unconfirmed', limit })();
    if (E.isLeft(found)) throw new CommandProblem(describePaymentError(found.left));
    const { data, has_more } = found.right;
    const screen = screenOf(stdout, env);
    if (json) stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    else if (data.length === 0) stdout.write('no authenticated payment waits for a confirmation\n');
    else if (screen.isTerminal) stdout.write(renderTable(columns, data.map(cells), screen));
    else {
      for (const doubt of data) {
        const [, ...words] = cells(doubt).map((word) => word.replaceAll(' ', '_'));
        stdout.write(`${visible([showMoment(doubt.since), ...words].join(' '))}\n`);
      }
    }
    if (has_more) stderr.write(`only the latest ${limit} challenges were looked at\n`);
  });
};
