import type { RequestContext } from '../kernel/request-context.js';
import { saveRefund } from './update.js';

const digits = 23;

/** Digits from a keyed hash: as many as a reference of the card networks has, and too many for a card number. */
const referenceOf = (context: RequestContext, refund: string): string =>
  `${context.fingerprintOf(refund)}${context.fingerprintOf(`${refund}/`)}`
    .slice(0, digits)
    .replaceAll(/\D/g, (letter) => String((letter.codePointAt(0) ?? 0) % 10));

/** The bank names the reference under which the customer finds the refund. */
export const showReference = (context: RequestContext, id: string): void => {
  const refund = context.state.refunds.get(id);
  if (refund === undefined) return;
  saveRefund(context, refund, {
    ...refund,
    destination_details: {
      card: {
        reference: referenceOf(context, id),
        reference_status: 'available',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
  });
};
