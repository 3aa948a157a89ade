import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/list.js';
import { Refund } from '../../../domain/refund.js';
import { refundEvidence } from '../look-ups/refund-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCaller } from './caller.js';
import { keyToCarry } from './request-format.js';

type Refunds = Pick<PaymentProcessor, 'createRefund' | 'retrieveRefund' | 'listRefunds'>;

/** The port's functions about refunds. */
export const stripeRefunds = (
  { refunds: api }: Stripe,
  { read, change }: StripeCaller,
): Refunds => ({
  createRefund: (refund, options) =>
    change(
      {
        name: 'createRefund',
        send: (by, format) => api.create(withKeyMetadata(refund, keyToCarry(format, options)), by),
        reply: Refund,
      },
      options,
      (reads, sent) => refundEvidence.created(reads)(refund, sent),
    ),
  retrieveRefund: ({ refund }) =>
    read({ name: 'retrieveRefund', send: (by) => api.retrieve(refund, {}, by), reply: Refund }),
  listRefunds: (page) =>
    read({ name: 'listRefunds', send: (by) => api.list(page, by), reply: List(Refund) }),
});
