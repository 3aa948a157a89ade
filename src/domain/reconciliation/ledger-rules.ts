import { authorizationExpires } from './authorization-expires.js';
import { chargedTwice } from './charged-twice.js';
import { disputedAndShipped, disputeEvidenceDue, judgeDispute } from './dispute-rules.js';
import { currencyConverted, unexpectedFee } from './fee-rules.js';
import type { LedgerCase, LedgerPayout, OlderDispute } from './ledger-case.js';
import {
  type CaseRule,
  type DoubtReason,
  doubt,
  type Judgement,
  type LedgerSurroundings,
  type PayoutRule,
} from './ledger-rule.js';
import { missedWebhook } from './missed-webhook.js';
import { neverConfirmed } from './never-confirmed.js';
import { ruleOfOrder } from './order-of-case.js';
import { orderWithoutCharge } from './order-without-charge.js';
import { paymentWithoutOrder } from './payment-without-order.js';
import { neverPaidOut, paidOutTwice, payoutSumWrong } from './payout-rules.js';
import { refundNotMade, refundUnknown } from './refund-rules.js';
import { returnedMoreThanTaken } from './returned-more-than-taken.js';
import { toldFailedButPaid } from './told-failed-but-paid.js';
import { wrongAmount, wrongCurrency } from './wrong-amount.js';

/** Rules that compare an order with its payments. The shop may learn of a charge or refund a while later. */
const ofBothSides: ReadonlyArray<CaseRule> = [
  ruleOfOrder(chargedTwice, 'Give the second charge back.'),
  paymentWithoutOrder,
  ruleOfOrder(
    orderWithoutCharge,
    'Do not send the goods. If the order has another payment, link it; otherwise ask the customer to pay.',
  ),
  ruleOfOrder(wrongAmount, 'Find out which amount the customer saw. Give back what is too much.'),
  ruleOfOrder(wrongCurrency, 'Give the charge back, and charge in the right currency.'),
  ruleOfOrder(refundUnknown, 'Enter the refund in the shop, or find out who made it.'),
  ruleOfOrder(refundNotMade, 'Make the refund: the customer waits for it.'),
  ruleOfOrder(
    toldFailedButPaid,
    'Tell the customer, and deliver or give the money back before they pay elsewhere.',
  ),
  disputedAndShipped,
  missedWebhook,
  neverConfirmed,
];

/** Rules about what the processor has alone. */
const ofProcessor: ReadonlyArray<CaseRule> = [
  returnedMoreThanTaken,
  authorizationExpires,
  disputeEvidenceDue,
  paidOutTwice,
  neverPaidOut,
  unexpectedFee,
  currencyConverted,
];

const ofPayouts: ReadonlyArray<PayoutRule> = [payoutSumWrong];

/** The rule about idempotency keys whose outcome nobody knows. */
export const keyInDoubtRule = {
  name: 'key_in_doubt',
  explanation:
    'A request with an idempotency key got no response, and nobody knows whether it was done. Its caller may still wait.',
  advice: 'Settle the key: the outcome is looked up at the processor.',
  severity: 'error',
} as const;

/** Every rule, the most expensive to break first. */
export const ledgerRules: ReadonlyArray<Omit<CaseRule, 'judge'>> = [
  ...ofBothSides,
  keyInDoubtRule,
  ...ofProcessor,
  ...ofPayouts,
];

/** A judgement with the name of its rule. */
export type NamedJudgement = Judgement & { readonly rule: string };

const isYoung = ({ order, payments }: LedgerCase, { now, grace }: LedgerSurroundings): boolean =>
  [order?.created, ...payments.map(({ movedAt }) => movedAt)].some(
    (moment) => moment !== undefined && moment > now - grace,
  );

const named =
  (rule: string) =>
  (judgement: Judgement): NamedJudgement => ({ ...judgement, rule });

const asDoubt =
  (reason: DoubtReason) =>
  (judgement: Judgement): Judgement =>
    judgement._tag === 'Doubt' ? judgement : doubt(judgement.about, reason);

/** Why nothing can be said yet about an order and its payments together. */
const doubtOfBothSides = (
  found: LedgerCase,
  around: LedgerSurroundings,
): DoubtReason | undefined => {
  if (found.order?.shared === true) return 'shared';
  return isYoung(found, around) ? 'young' : undefined;
};

/** Everything that the rules say about an order with its payments. */
export const judgeCase = (
  found: LedgerCase,
  around: LedgerSurroundings,
): ReadonlyArray<NamedJudgement> => {
  const reason = doubtOfBothSides(found, around);
  return [
    ...ofBothSides.flatMap((rule) => {
      const said = rule.judge(found, around);
      return (reason === undefined ? said : said.map(asDoubt(reason))).map(named(rule.name));
    }),
    ...ofProcessor.flatMap((rule) => rule.judge(found, around).map(named(rule.name))),
  ];
};

/** Everything that the rules say about a dispute of an older payment. */
export const judgeOlderDispute = (
  dispute: OlderDispute,
  { now }: LedgerSurroundings,
): ReadonlyArray<NamedJudgement> => judgeDispute(dispute, now).map(named(disputeEvidenceDue.name));

/** Everything that the rules say about a payout. */
export const judgePayout = (
  payout: LedgerPayout,
  around: LedgerSurroundings,
): ReadonlyArray<NamedJudgement> =>
  ofPayouts.flatMap((rule) => rule.judge(payout, around).map(named(rule.name)));
