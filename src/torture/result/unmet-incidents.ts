import { countText } from '../../domain/text/words.js';
import type { RunResult } from '../run/run-result.js';
import { countRuns } from './run-counts.js';

// Of fewer, none may have happened by chance.
const fewest = 3;

const reasonOf = (kind: string): string =>
  kind === 'challenged'
    ? "pay() never returned { outcome: 'action', payment }: the customers had nothing to do"
    : 'no order came to the call or webhook that it happens to';

/** The parts of a run's plan that could not be tried, in sentences. */
export const unmetIncidents = (run: RunResult): ReadonlyArray<string> => {
  const { webhooks, incidents } = countRuns([run]);
  const unmet = incidents.filter(({ planned, happened }) => planned >= fewest && happened === 0);
  const strange = run.ledgers.at(-1)?.strangePayments.length ?? 0;
  return [
    ...(strange === 0
      ? []
      : [
          `${countText(strange, 'payment')}: no order is known that they belong to. Let orders() return the payment as reference, or put the order's id into the metadata of the payment`,
        ]),
    ...(webhooks === 0
      ? [
          'no webhooks: the processor sent none. The option shop.webhook says where the shop receives them',
        ]
      : []),
    ...unmet
      .filter(({ kind }) => webhooks > 0 || !kind.includes('webhook'))
      .map(({ kind, planned }) => `${kind}: none of ${planned} happened, as ${reasonOf(kind)}`),
    ...(run.settled
      ? []
      : [
          'the end: the shop was still at work when the ledgers were read, so that findings may be too early. The option settle.mostMs waits longer',
        ]),
  ];
};
