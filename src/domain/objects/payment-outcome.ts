import * as t from 'io-ts';
import { nullable, openWord, text } from '../input/primitives.js';
import { CheckoutSessionSnapshot } from './checkout-session.js';
import { PaymentIntentSnapshot } from './payment-intent.js';

const outcome = t.type({
  /** Id of the outcome, the same for all of the payment: `outcome_pi_...`. */
  id: text('Id of the outcome, the same for all of the payment: `outcome_pi_...`'),
  /** Always `payment_outcome`. */
  object: t.literal('payment_outcome'),
  /** The payment, as it is now. `null`: a checkout session had nothing to pay, or ended before anybody tried. */
  payment_intent: nullable(PaymentIntentSnapshot),
  /** The checkout session of the payment, as it is now. `null`: it did not come from Checkout. */
  session: nullable(CheckoutSessionSnapshot),
});

const paidPayment = t.intersection(
  [
    outcome,
    t.type({
      /** Whether it was lost before: your shop may have given the goods to somebody else. */
      lost_before: t.boolean,
    }),
  ],
  'PaidPayment',
);
/** A payment whose money has been taken, once and for good: the goods may go out. */
export interface PaidPayment extends Readonly<t.TypeOf<typeof paidPayment>> {}
export const PaidPayment: t.Type<PaidPayment> = paidPayment;

const lostPayment = t.intersection(
  [
    outcome,
    t.type({
      /** Why it was lost: it failed after it had been processing, it was canceled, or its checkout session expired. */
      reason: openWord(
        ['failed', 'canceled', 'expired'],
        'Why it was lost: it failed after it had been processing, it was canceled, or its checkout session expired',
      ),
      /** Whether the customer can still pay it. */
      open: t.boolean,
    }),
  ],
  'LostPayment',
);
/** A payment that does not come: the goods stay. When it is still `open`, it may be paid later all the same. */
export interface LostPayment extends Readonly<t.TypeOf<typeof lostPayment>> {}
export const LostPayment: t.Type<LostPayment> = lostPayment;

/** The codec of an outcome, by the type of its event. Pasarela makes these events from those of the processor. */
export const outcomeObjects = { paid: PaidPayment, payment_lost: LostPayment } as const;

/** The type of an event about the outcome of a payment. */
export type OutcomeType = keyof typeof outcomeObjects;

/** Whether events of this type are about the outcome of a payment. */
export const isOutcomeType = (type: string): type is OutcomeType =>
  Object.hasOwn(outcomeObjects, type);

/** The type of the event by which Pasarela remembers that a payment was processing. No handler gets it. */
export const processingMarkType = 'payment_processing';

const ownTypes: ReadonlyArray<string> = [...Object.keys(outcomeObjects), processingMarkType];

/**
 * Whether an event has a type or an id that only Pasarela gives. From outside it is refused: it would be taken for a decision about a
 * payment, or suppress the real one.
 */
export const isNamedAsOwn = ({
  id,
  type,
}: {
  readonly id: string;
  readonly type: string;
}): boolean => ownTypes.some((own) => type === own || id.startsWith(`${own}_`));

/** The id of Pasarela's event of a type about a payment, the same whatever leads to it: so it is stored once. */
export const ownEventId = (
  type: OutcomeType | typeof processingMarkType,
  payment: string,
): string => `${type}_${payment}`;
