import type { Metadata } from '../../../domain/objects/metadata.js';
import { availableWith, bookBalanceTransaction } from '../balance/ledger.js';
import type { CardBehaviour } from '../cards/test-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { changedFields, deepFreeze, withChanges } from '../objects/json.js';
import type { RefundObject } from '../objects/refund.js';
import { availableIfBooked, behaviourOfCharge, paidByCard } from './charge-record.js';

const destination: RefundObject['destination_details'] = deepFreeze({
  card: {
    reference_status: 'pending',
    reference_type: 'acquirer_reference_number',
    type: 'refund',
  },
  type: 'card',
});
// Recording 05, steps 10 and 14.
const secondsUntilReference = 2;
// The testing page says: some time later.
const secondsUntilEnd = 3600;

const noMetadata: Metadata = deepFreeze({});

/** A refund whose amount has been checked. */
type RefundTerms = {
  readonly amount: number;
  readonly reason?: RefundObject['reason'];
  readonly metadata?: Metadata;
  readonly instructionsEmail?: string | undefined;
  /** Whether the amount was only authorized: then no money moves, and the refund succeeds immediately. */
  readonly released: boolean;
};

/**
 * The amount of a charge that can be refunded in all, minor units. The part that a capture released counts as refunded only
 * without an intent.
 */
export const refundableAmount = ({
  amount,
  amount_captured,
  captured,
  payment_intent,
}: ChargeObject): number => (captured && payment_intent !== null ? amount_captured : amount);

/** The description of a refund's balance transaction. */
export const describeRefund = (what: string, { description }: ChargeObject): string =>
  description === null ? what : `${what} (${description})`;

type Behaviour = CardBehaviour['refund'];

// Later changes of a refund, without a request.
const planEnd = (
  { state, now }: RequestContext,
  { id, destination_details }: RefundObject,
  behaviour: Behaviour,
  seconds = secondsUntilEnd,
): void => {
  if (destination_details !== undefined) {
    state.agenda.add({ at: now + secondsUntilReference, step: 'reference_refund', id });
  }
  if (behaviour !== 'succeeds') {
    state.agenda.add({ at: now + seconds, step: 'end_refund', id });
  }
};

/** Refunds a charge, in part or as a whole. Returns the refund and the changed charge. */
export const bookRefund = (
  context: RequestContext,
  charge: ChargeObject,
  { amount, reason = null, metadata = noMetadata, instructionsEmail, released }: RefundTerms,
): { readonly refund: RefundObject; readonly charge: ChargeObject } => {
  const { currency } = charge;
  const { refund: behaviour = 'succeeds', secondsUntilRefunded } =
    behaviourOfCharge(context, charge) ?? {};
  const byCard = paidByCard(charge);
  const id = context.newId(byCard ? 're' : 'pyr');
  const refund: RefundObject = deepFreeze({
    id,
    object: 'refund',
    amount,
    balance_transaction: released
      ? null
      : bookBalanceTransaction(context, {
          type: byCard ? 'refund' : 'payment_refund',
          source: id,
          amount: -amount,
          currency,
          description: describeRefund('REFUND FOR CHARGE', charge),
          // Money that is still pending pays its own refund.
          availableOn:
            charge.balance_transaction === null
              ? availableIfBooked(context, charge)
              : availableWith(context, charge.balance_transaction),
        }),
    charge: charge.id,
    created: context.now,
    currency,
    customer: charge.customer,
    customer_account: null,
    ...(byCard ? { destination_details: destination } : {}),
    ...(instructionsEmail === undefined ? {} : { instructions_email: instructionsEmail }),
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: !released && behaviour === 'pending_then_succeeds' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  });
  const amount_refunded = charge.amount_refunded + amount;
  context.state.refunds.put(refund);
  if (!released) planEnd(context, refund, behaviour, secondsUntilRefunded);
  context.emit('refund.created', refund);
  const refunded = withChanges(charge, {
    amount_refunded,
    refunded: amount_refunded === refundableAmount(charge),
    // Stripe's fraud prevention learns from such refunds.
    ...(reason === 'fraudulent'
      ? { fraud_details: { ...charge.fraud_details, user_report: 'fraudulent' as const } }
      : {}),
  });
  context.state.charges.put(refunded);
  context.emit('charge.refunded', refunded, changedFields(charge, refunded));
  return { refund, charge: refunded };
};

/** Releases the amount of an authorized charge. `expired`: because it was not captured in time. */
export const releaseCharge = (
  context: RequestContext,
  charge: ChargeObject,
  expired: boolean,
): void => {
  const released = bookRefund(context, charge, {
    amount: charge.amount,
    reason: expired ? 'expired_uncaptured_charge' : null,
    released: true,
  });
  if (expired) context.emit('charge.expired', released.charge);
};
