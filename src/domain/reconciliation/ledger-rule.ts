import type { LedgerCase, LedgerPayout } from './ledger-case.js';

/** Something that a person can have done about a finding. It moves no money unless it says so. */
export type Repair =
  /** Gives back a charge that was made twice. Minor units. */
  | {
      readonly _tag: 'RefundCharge';
      readonly charge: string;
      /** The charge that stays. */
      readonly besides: string;
      readonly amount: number;
      readonly currency: string;
    }
  /** Gives an authorized amount back to the customer. */
  | { readonly _tag: 'ReleaseAuthorization'; readonly payment: string }
  /** Fetches the events of a payment from the processor. */
  | { readonly _tag: 'StoreEvents'; readonly payment: string; readonly createdFrom: number }
  /** Looks up the outcome of a key in doubt, and stores it. */
  | { readonly _tag: 'SettleKey'; readonly key: string; readonly scope: string };

/** The judgement of a rule about a case. */
export type Judgement =
  | {
      readonly _tag: 'Breach';
      /** The id that it is about: of an order, a payment, a dispute, a payout or a key. */
      readonly about: string;
      /** The facts in one sentence. */
      readonly message: string;
      readonly payment?: string;
      readonly order?: string;
      /** The money at stake. Minor units. */
      readonly amount?: number;
      readonly currency?: string;
      readonly repair?: Repair;
    }
  /** The rule is silent. */
  | { readonly _tag: 'Doubt'; readonly about: string; readonly reason: DoubtReason };

/** Why a rule is silent about something that looks wrong. */
export const doubtReasons = {
  young: 'younger than the grace time',
  edge: 'at the edge of the time that was read',
  otherHalf: 'an order and a payment of the same amount have no link, and may belong together',
  unlinked: 'the order refers to something that is not a payment in this time',
  laterBank: 'the bank answers later',
  shared: 'several orders refer to one payment',
  shipmentTime: 'the orders do not say when the goods were sent',
  cancellationFee: 'the order is canceled, and the part that was not given back may be a fee',
  eventsDropped: 'its stored events may have been dropped or erased',
} as const;
export type DoubtReason = keyof typeof doubtReasons;

/** The facts around a case. Moments are Unix seconds. */
export type LedgerSurroundings = {
  readonly now: number;
  /** Seconds in which the two sides may differ. */
  readonly grace: number;
  /** The time that was read: from, and before. */
  readonly from: number;
  readonly to: number;
  readonly hasOrders: boolean;
  /** From when on stored events are kept with their payloads; `null`: no events were compared. */
  readonly eventsSince: number | null;
  /**
   * Whether a payment of no order took or holds exactly this amount, within a day of the moment. An empty currency is any, and `null` is
   * any moment.
   */
  readonly hasStrangePayment: (amount: number, currency: string, at: number | null) => boolean;
  /** Whether a paid order of this amount, of about that time, has no money. */
  readonly hasUnpaidOrder: (amount: number, currency: string, at: number) => boolean;
  /** When the last automatic payout of a currency was made whose transactions were read; `null`: none. */
  readonly lastPayout: (currency: string) => number | null;
  /** The rates of charges; empty: fees are not compared. */
  readonly fees: ReadonlyArray<FeeTariff>;
};

/** `percent` in ten-thousandths of a percent: 1.5 % is 15000. `fixed` in minor units. */
export type FeeTariff = { readonly percent: number; readonly fixed: number };

type RuleWords = {
  /** `charged_twice` */
  readonly name: string;
  /** The fault and its cost. */
  readonly explanation: string;
  /** The advice. */
  readonly advice: string;
  /** A notice is worth knowing, and nothing is wrong. */
  readonly severity: 'error' | 'notice';
};

/** A rule about an order and its payments. */
export type CaseRule = RuleWords & {
  readonly judge: (found: LedgerCase, around: LedgerSurroundings) => ReadonlyArray<Judgement>;
};

/** A rule about a payout. */
export type PayoutRule = RuleWords & {
  readonly judge: (payout: LedgerPayout, around: LedgerSurroundings) => ReadonlyArray<Judgement>;
};

export const doubt = (about: string, reason: DoubtReason): Judgement => ({
  _tag: 'Doubt',
  about,
  reason,
});
