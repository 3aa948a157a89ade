import type { LedgerCase } from '../../domain/reconciliation/ledger-case.js';
import {
  type DoubtReason,
  doubtReasons,
  type FeeTariff,
  type LedgerSurroundings,
  type Repair,
} from '../../domain/reconciliation/ledger-rule.js';
import {
  judgeCase,
  judgeOlderDispute,
  judgePayout,
  keyInDoubtRule,
  ledgerRules,
  type NamedJudgement,
} from '../../domain/reconciliation/ledger-rules.js';
import { type CurrencySummary, summarize } from '../../domain/reconciliation/ledger-totals.js';
import type { KeptFinding, ReconciliationLedger } from '../ports/reconciliation-ledger.js';
import type { ReconciledTime } from './read-processor-ledger.js';

type Settings = ReconciledTime & {
  /** Unix seconds. */
  readonly now: number;
  /** Seconds in which the two sides may differ. */
  readonly grace: number;
  readonly hasOrders: boolean;
  readonly eventsSince: number | null;
  readonly fees: ReadonlyArray<FeeTariff>;
};

/** A key whose outcome nobody knows. */
export type DoubtfulKey = {
  readonly key: string;
  readonly scope: string;
  readonly client: string;
  readonly operation: string | null;
  /** When it was first seen, Unix seconds. */
  readonly since: number;
  /** The object that its request made, if the processor shows it. */
  readonly made: string | null;
};

/** How often a rule was silent for a reason, with one example. */
type SilentRule = {
  readonly rule: string;
  readonly reason: string;
  readonly count: number;
  readonly example: string;
};

/** The result of a reconciliation. The findings are in the ledger. */
export type Reconciliation = {
  readonly from: number;
  readonly to: number;
  readonly orders: number;
  readonly payments: number;
  readonly summary: ReadonlyArray<CurrencySummary>;
  readonly rules: ReadonlyArray<{
    readonly name: string;
    readonly explanation: string;
    readonly advice: string;
    readonly severity: 'error' | 'notice';
    readonly findings: number;
  }>;
  readonly silent: ReadonlyArray<SilentRule>;
  readonly findings: number;
  /** Findings that are not mere notices. */
  readonly errors: number;
};

type Dependencies = {
  readonly ledger: Omit<ReconciliationLedger, 'keep' | 'progress' | 'close' | 'lines'>;
  readonly keys: ReadonlyArray<DoubtfulKey>;
  /** Whether a customer was deleted: then the stored events of its payments may be erased. */
  readonly isErased: (customer: string) => Promise<boolean>;
};

const batch = 100;

const words = new Map(ledgerRules.map((rule) => [rule.name, rule]));

const keptOf = (
  judgement: Extract<NamedJudgement, { readonly _tag: 'Breach' }>,
  since: number | null,
): KeptFinding => {
  const { rule, about, message, repair } = judgement;
  const { advice = '', severity = 'error' } = words.get(rule) ?? {};
  return {
    id: `${rule}:${about}`,
    rule,
    severity,
    order: judgement.order ?? null,
    payment: judgement.payment ?? null,
    about,
    amount: judgement.amount ?? null,
    currency: judgement.currency ?? null,
    message,
    advice,
    repair: repair === undefined ? null : JSON.stringify(repair),
    since,
  };
};

const findingOfKey = ({ key, scope, client, operation, made, since }: DoubtfulKey): KeptFinding => {
  const repair: Repair = { _tag: 'SettleKey', key, scope };
  const done =
    made === null
      ? 'the processor shows no sign that it was done'
      : `the processor shows that it was done: ${made}`;
  return {
    // Several clients may have a key of the same text.
    id: `${keyInDoubtRule.name}:${client}:${key}`,
    rule: keyInDoubtRule.name,
    severity: keyInDoubtRule.severity,
    order: null,
    payment: made?.startsWith('pi_') === true ? made : null,
    about: key,
    amount: null,
    currency: null,
    message: `nobody knows the outcome of the key ${key} of ${client} (${operation ?? 'unknown operation'}); ${done}`,
    advice: keyInDoubtRule.advice,
    repair: made === null ? null : JSON.stringify(repair),
    since,
  };
};

const sum = (chosen: ReadonlyArray<{ readonly findings: number }>): number =>
  chosen.reduce((total, { findings }) => total + findings, 0);

const madeAt = ({ order, payments }: LedgerCase): number | null => {
  const moments = [order?.created, ...payments.map(({ created }) => created)].filter(
    (moment) => moment !== undefined,
  );
  return moments.length === 0 ? null : Math.min(...moments);
};

/** Judges everything in a paired ledger, in constant memory. Its findings are kept in the ledger. */
export const judgeLedger =
  ({ ledger, keys, isErased }: Dependencies) =>
  async ({ from, to, ...settings }: Settings): Promise<Reconciliation> => {
    const around: LedgerSurroundings = {
      from,
      to,
      ...settings,
      hasStrangePayment: ledger.hasStrangePayment,
      hasUnpaidOrder: ledger.hasUnpaidOrder,
      lastPayout: ledger.lastPayout,
    };
    let counts = new Map<string, number>();
    let silent = new Map<string, SilentRule>();
    const withDoubt = (
      rule: string,
      reason: DoubtReason,
      about: string,
    ): Map<string, SilentRule> => {
      const key = `${rule} ${reason}`;
      const { count = 0, example = about } = silent.get(key) ?? {};
      return silent.set(key, { rule, reason: doubtReasons[reason], count: count + 1, example });
    };
    const keep = async (findings: ReadonlyArray<KeptFinding>): Promise<void> => {
      if (findings.length === 0) return;
      await ledger.keepFindings(findings);
      for (const { rule } of findings) counts = counts.set(rule, (counts.get(rule) ?? 0) + 1);
    };
    const take = async (
      judgements: ReadonlyArray<NamedJudgement>,
      since: number | null,
      customerOf: (payment: string | undefined) => string | null,
    ): Promise<ReadonlyArray<KeptFinding>> => {
      const findings: Array<KeptFinding> = [];
      for (const judgement of judgements) {
        const { rule, about } = judgement;
        if (judgement._tag === 'Doubt') {
          silent = withDoubt(rule, judgement.reason, about);
          continue;
        }
        const customer = rule === 'missed_webhook' ? customerOf(judgement.payment) : null;
        if (customer !== null && (await isErased(customer))) {
          silent = withDoubt(rule, 'eventsDropped', about);
        } else findings[findings.length] = keptOf(judgement, since);
      }
      return findings;
    };

    await ledger.forgetFindings();
    let orders = 0;
    let payments = 0;
    for (let after = ''; ; ) {
      const cases = await ledger.cases(after, batch);
      const findings: Array<KeptFinding> = [];
      for (const { found } of cases) {
        orders += found.order === null ? 0 : 1;
        payments += found.payments.length;
        const customers = new Map(found.payments.map(({ id, customer }) => [id, customer]));
        const said = await take(
          judgeCase(found, around),
          madeAt(found),
          (payment) => customers.get(payment ?? '') ?? null,
        );
        for (const finding of said) findings[findings.length] = finding;
      }
      await keep(findings);
      const last = cases.at(-1);
      if (last === undefined || cases.length < batch) break;
      after = last.key;
    }
    for (let after = ''; ; ) {
      const disputes = ledger.olderDisputes(after, batch);
      for (const dispute of disputes) {
        await keep(await take(judgeOlderDispute(dispute, around), dispute.created, () => null));
      }
      const last = disputes.at(-1);
      if (last === undefined || disputes.length < batch) break;
      after = last.id;
    }
    for (let after = ''; ; ) {
      const payouts = ledger.payouts(after, batch);
      for (const payout of payouts) {
        await keep(await take(judgePayout(payout, around), payout.created, () => null));
      }
      const last = payouts.at(-1);
      if (last === undefined || payouts.length < batch) break;
      after = last.id;
    }
    await keep(keys.map(findingOfKey));

    const rules = ledgerRules.map(({ name, explanation, advice, severity }) => ({
      name,
      explanation,
      advice,
      severity,
      findings: counts.get(name) ?? 0,
    }));
    return {
      from,
      to,
      orders,
      payments,
      summary: summarize(ledger.totals(from, to), ledger.payoutTotals(from, to)),
      rules,
      silent: [...silent.values()],
      findings: sum(rules),
      errors: sum(rules.filter(({ severity }) => severity === 'error')),
    };
  };
