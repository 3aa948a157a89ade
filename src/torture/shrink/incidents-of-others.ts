import type { CallEntry, JournalEntry, WebhookEntry } from '../journal/journal.js';
import { type Incident, isShopWide, takesTime } from '../plan/incident.js';
import type { PlannedOrder } from '../plan/plan.js';
import type { RunResult } from '../run/run-result.js';

const startOf = (entry: JournalEntry): number => {
  if (entry.kind === 'call') return entry.at - entry.ms;
  return entry.kind === 'webhook' ? entry.since : entry.at;
};

// Late consequences of what others suffered: a shop that was killed is back within a second.
const tail = 2000;

const lifeOf = (number: number, { journal }: RunResult): readonly [number, number] | null => {
  const own = journal.filter(({ order }) => order === number);
  const [first] = own;
  const last = own.at(-1);
  return first === undefined || last === undefined ? null : [startOf(first), last.at];
};

const isInProgress =
  ({ journal }: RunResult, start: number, end: number) =>
  ({ number }: PlannedOrder): boolean =>
    journal.some((entry) => entry.order === number && startOf(entry) <= end && entry.at >= start);

/** The orders that were in progress at the same time as an order, or when the shop ended by itself; all, if that is unknown. */
export const ordersMeanwhile = (
  number: number | null,
  run: RunResult,
): ReadonlyArray<PlannedOrder> => {
  const end = run.journal.find(({ kind }) => kind === 'shop_died' || kind === 'shop_hung');
  const since = end?.kind === 'shop_hung' ? end.since : end?.at;
  const atDeath =
    end === undefined || since === undefined ? null : ([since - tail, end.at] as const);
  const time = number === null ? atDeath : lifeOf(number, run);
  return time === null ? run.plan.orders : run.plan.orders.filter(isInProgress(run, ...time));
};

/**
 * The other orders whose incidents happened to the whole shop, such as a kill, while an order was in progress, with these
 * incidents alone.
 */
export const ordersThatDisturbed = (
  number: number,
  run: RunResult,
): ReadonlyArray<PlannedOrder> => {
  const life = lifeOf(number, run);
  if (life === null) return [];
  const [start, end] = life;
  const meanwhile = new Set(
    run.journal.flatMap((entry) =>
      entry.kind === 'incident' && entry.at >= start - tail && entry.at <= end
        ? [entry.incident]
        : [],
    ),
  );
  return run.plan.orders
    .filter((order) => order.number !== number)
    .map((order) => ({
      ...order,
      incidents: order.incidents.filter(
        (incident) => isShopWide(incident) && meanwhile.has(incident.id),
      ),
    }))
    .filter(({ incidents }) => incidents.length > 0);
};

type Own<E> = E & JournalEntry;

const isCall = (entry: JournalEntry): entry is Own<CallEntry> =>
  entry.kind === 'call' && entry.call !== null;
const isWebhook = (entry: JournalEntry): entry is Own<WebhookEntry> => entry.kind === 'webhook';

const aboutOf = ({ type }: WebhookEntry): 'payment' | 'failure' | 'refund' => {
  if (type.includes('refund')) return 'refund';
  return /failed|expired|canceled/.test(type) ? 'failure' : 'payment';
};

const mostOwn = 2;

/**
 * Kills and freezes of other orders, as incidents of this one: a kill that hit its call or its webhook happens at that call or
 * webhook of its own. So it can be tried alone.
 */
export const asOwnIncidents = (number: number, run: RunResult): ReadonlyArray<Incident> => {
  const own = run.journal.filter(({ order }) => order === number);
  const incidents = ordersThatDisturbed(number, run).flatMap((order) => order.incidents);
  const asOwn = incidents.flatMap((incident): ReadonlyArray<Incident> => {
    const { kind, id } = incident;
    const at = run.journal.find((entry) => entry.kind === 'incident' && entry.incident === id)?.at;
    if (at === undefined || takesTime(incident) || kind === 'events_late') return [];
    const hit = own.filter((entry) => startOf(entry) <= at && entry.at >= at);
    const call = hit.find(isCall);
    const webhook = hit.find(isWebhook);
    const when = call?.done === false ? 'before' : 'after';
    const atCall = { id: `${id}:call`, call: call?.call ?? 1, when } as const;
    if (kind === 'frozen') return call === undefined ? [] : [{ ...atCall, kind, ms: incident.ms }];
    return [
      ...(call === undefined ? [] : [{ ...atCall, kind: 'killed' } as const]),
      ...(webhook === undefined
        ? []
        : [{ id: `${id}:webhook`, kind: 'killed_at_webhook', about: aboutOf(webhook) } as const]),
    ];
  });
  // Customers whom somebody else's kill interrupts try again at once.
  const hasRetried = own.some((entry) => entry.kind === 'pays' && entry.why === 'retries');
  const retries = { id: `${number}:retries`, kind: 'retries', key: 'same' } as const;
  return asOwn.length === 0 ? [] : [...asOwn.slice(0, mostOwn), ...(hasRetried ? [retries] : [])];
};

// Longer than a customer without an answer waits before the next attempt.
const lateNewsMs = 500;

/**
 * Among many orders webhooks come later than to one alone. So that an order can be tried alone, they come late: nothing, where
 * the shop got none about it, where its own incidents say when they come, or where the shop is killed, which takes long to try.
 */
export const asLateNews = (
  { number, incidents }: PlannedOrder,
  { journal }: RunResult,
): ReadonlyArray<Incident> => {
  const heard = journal.some(({ kind, order }) => kind === 'webhook' && order === number);
  const has = incidents.some(
    (incident) => incident.kind.includes('webhook') || isShopWide(incident),
  );
  const id = `${number}:news`;
  return heard && !has && incidents.length > 0
    ? [{ id, kind: 'webhook_late', about: 'payment', ms: lateNewsMs }]
    : [];
};
