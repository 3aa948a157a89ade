import type { ForgedEvent } from './ledger.js';
import { ruleOf, type TortureRule } from './torture-rule.js';

type Rows = ForgedEvent['before'];

const paidOf = (rows: Rows): Rows =>
  rows.filter(({ state, shipments = 0 }) => state === 'paid' || shipments > 0);

// A shop may answer 200 to everybody, and do nothing: only what it did counts.
export const forgedEventAccepted: TortureRule = ruleOf(
  {
    name: 'forged_event_accepted',
    explanation:
      'The shop believes a webhook whose signature is wrong. Anybody who knows its address can have orders delivered without paying.',
  },
  ({ forged }) => {
    if (forged === undefined || paidOf(forged.before).length > 0) return [];
    const { order, type, status } = forged;
    const [paid] = paidOf(forged.after);
    return paid === undefined
      ? []
      : [
          {
            order,
            message: `${type} came with the signature of somebody else and got ${status ?? 'no response'}, and the shop's order ${paid.id} is ${paid.state} after that`,
          },
        ];
  },
);
