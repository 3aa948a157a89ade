import { type ChargeResult, newCharge, saveCharge } from '../charges/charge-record.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import type { EventType } from '../objects/event-types.js';
import type { Attempt } from './attempt.js';

const eventOf = (result: ChargeResult): EventType => {
  if (typeof result === 'object') return 'charge.failed';
  return result === 'pending' ? 'charge.pending' : 'charge.succeeded';
};

/** The charge that an attempt to pay an intent comes to. */
export const chargeAttempt = (
  call: RequestContext,
  { intent, instrument, authenticated, radarSession }: Attempt,
  result: ChargeResult,
): ChargeObject =>
  saveCharge(
    call,
    eventOf(result),
    newCharge(
      call,
      {
        amount: intent.amount,
        currency: intent.currency,
        customer: intent.customer,
        description: intent.description,
        metadata: intent.metadata,
        payment_intent: intent.id,
        receipt_email: intent.receipt_email,
        shipping: intent.shipping,
        source: null,
        statement_descriptor: intent.statement_descriptor,
        statement_descriptor_suffix: intent.statement_descriptor_suffix,
        transfer_group: intent.transfer_group,
        instrument,
        authenticated,
        radarSession,
      },
      result,
    ),
  );
