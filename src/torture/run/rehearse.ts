import { foreignText } from '../../domain/text/words.js';
import type { JournalEntry } from '../journal/journal.js';
import type { OrderLedger } from '../judge/ledger.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { Plan } from '../plan/plan.js';
import type { RunPlan, RunResult } from './run-result.js';

type Answered = Extract<JournalEntry, { readonly kind: 'answered' }>;

const lastAnswer = ({ journal }: RunResult): Answered | undefined =>
  journal.findLast((entry) => entry.kind === 'answered');

const askedProcessor = ({ journal }: RunResult): boolean =>
  journal.some(({ kind }) => kind === 'call');

const processorHint =
  'The shop never called the processor: it has to take the address of Stripe from {processor}, or {proxy} or {redirect} (see shop.env)';

/** The status with which the shop refused every webhook; `null`: it did not. */
const refusedWith = ({ journal }: RunResult): number | null => {
  const statuses = journal.flatMap((entry) => (entry.kind === 'webhook' ? [entry.status] : []));
  const [first = null] = statuses;
  const isRefusal = first !== null && first >= 300 && first < 500;
  return isRefusal && statuses.every((status) => status === first) ? first : null;
};

const webhookHint = (status: number): string =>
  [400, 401, 403].includes(status)
    ? 'does the shop have {webhookSecret} (see shop.env)?'
    : 'is shop.webhook the path at which the shop receives them?';

/** Why a run with one order and no incident does not tell how the shop does; `null`: it does. */
const problemOf = (run: RunResult, ledger: OrderLedger): string | null => {
  const last = lastAnswer(run);
  const hint = askedProcessor(run) ? '' : `. ${processorHint}`;
  if (ledger.answers.every((answer) => answer === null)) {
    return `pay() got no response for a first order, to which nothing was done: ${foreignText(last?.problem ?? 'unknown')}${hint}`;
  }
  if (last?.answer?.outcome === 'failed') {
    return `a first order, to which nothing was done and which a good card pays, was not paid: ${foreignText(last.answer.message ?? 'pay() said "failed" without a message')}${hint}`;
  }
  if (hint !== '') return `pay() returned "${last?.answer?.outcome ?? ''}"${hint}`;
  const refused = refusedWith(run);
  if (refused !== null) {
    return `every webhook of a first order, to which nothing was done, got ${refused}: ${webhookHint(refused)}`;
  }
  if (ledger.shopOrders.length > 0) return null;
  const [other] = run.otherShopOrders;
  const listed =
    other === undefined
      ? 'it returned none'
      : `it returned ${run.otherShopOrders.length}, such as ${foreignText(JSON.stringify(other))}`;
  return `orders() did not return the first order, ${ledger.id}, for which pay() returned "${last?.answer?.outcome ?? ''}": ${listed}. An order belongs to the tool's order if its id or its reference is that of the order, of the payment (pi_..., ch_..., cs_...), or what pay() returned as order`;
};

/** Runs one order of a plan, without incidents. Rejects with a `TortureProblem` if the tool could not judge the shop. */
export const rehearse = async (
  runPlan: RunPlan,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> => {
  const orders = plan.orders
    .slice(0, 1)
    .map(({ number, amount, currency }) => ({ number, amount, currency, incidents: [] }));
  const run = await runPlan({ ...plan, orders }, signal);
  const [ledger] = run.ledgers.at(-1)?.orders ?? [];
  const problem = ledger === undefined ? null : problemOf(run, ledger);
  if (problem !== null) throw new TortureProblem(problem);
};
