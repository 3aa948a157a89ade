import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/list.js';
import { Refund } from '../../../domain/refund.js';
import { refundEvidence } from '../look-ups/refund-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCaller } from './caller.js';
import { keyToCarry } from './request-format.js';

type Refunds = Pick<PaymentProcessor, 'createRefund' | 'retrieveRefund' | 'listRefunds'>;

/** The port's refund functions. */
export const stripeRefunds = (
  { refunds: api }: Stripe,
  { read, change }: StripeCaller,
): Refunds => ({
  createRefund: (refund, options) =>
    change(
      {
        name: 'createRefund',
        send: (request, format) =>
          api.create(withKeyMetadata(refund, keyToCarry(format, options)), request),
        reply: Refund,
      },
      options,
      (reads, sent) => refundEvidence.created(reads)(refund, sent),
    ),
  retrieveRefund: ({ refund }) =>
    read({
      name: 'retrieveRefund',
      send: (request) => api.retrieve(refund, {}, request),
      reply: Refund,
    }),
  listRefunds: (page) =>
    read({ name: 'listRefunds', send: (request) => api.list(page, request), reply: List(Refund) }),
});
