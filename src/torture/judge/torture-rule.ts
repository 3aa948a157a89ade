import type { OrderRule } from '../../domain/reconciliation/order-rule.js';
import type { OrderFinding } from './finding.js';
import type { Ledgers, OrderLedger } from './ledger.js';

/** A rule that the two ledgers must keep. */
export type TortureRule = {
  /** `charged_twice` */
  readonly name: string;
  /** `Charged twice`: the words of the name, because the title is also the anchor in the document. */
  readonly title: string;
  /** The fault and its cost, in one or two sentences. */
  readonly explanation: string;
  /** The advice: a section of docs/torture-rules.md, as a URL. */
  readonly link: string;
  readonly check: (ledgers: Ledgers) => ReadonlyArray<OrderFinding>;
};

const document = 'https://github.com/pasarela-payments/pasarela/blob/main/docs/torture-rules.md';

type Words = Pick<TortureRule, 'name' | 'explanation'>;

type Breach = {
  /** Number of the order; `null`: it is about no order. */
  readonly order: number | null;
  readonly message: string;
};

/** A rule about everything in the ledgers. */
export const ruleOf = (
  { name, explanation }: Words,
  breaches: (ledgers: Ledgers) => ReadonlyArray<Breach>,
): TortureRule => {
  const words = name.replaceAll('_', ' ');
  return {
    name,
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    explanation,
    link: `${document}#${name.replaceAll('_', '-')}`,
    check: (ledgers) => breaches(ledgers).map((breach) => ({ rule: name, ...breach })),
  };
};

/** The facts of a breach, in one sentence; `null`: the order keeps the rule, or there is doubt. */
export type OrderCheck = (order: OrderLedger, ledgers: Ledgers) => string | null;

/** A rule that each order keeps or breaks by itself. */
export const orderRule = (words: Words, check: OrderCheck): TortureRule =>
  ruleOf(words, (ledgers) =>
    ledgers.orders.flatMap((order) => {
      const message = check(order, ledgers);
      return message === null ? [] : [{ order: order.order, message }];
    }),
  );

/** A rule that real ledgers are judged by too. */
export const sharedRule = (rule: OrderRule): TortureRule => orderRule(rule, rule.check);
