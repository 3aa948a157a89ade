import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { Charge } from '../../../domain/charge.js';
import { List } from '../../../domain/list.js';
import { Refund } from '../../../domain/refund.js';
import { refundEvidence } from '../look-ups/refund-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCaller } from './caller.js';
import { getRequest, pathTo, postRequest } from './request.js';
import { keyToCarry } from './request-format.js';

type Refunds = Pick<
  PaymentProcessor,
  'retrieveCharge' | 'createRefund' | 'retrieveRefund' | 'listRefunds'
>;

/** The port's functions for refunds, and for the charge that is refunded. */
export const stripeRefunds = ({ read, change }: StripeCaller): Refunds => ({
  retrieveCharge: ({ charge }) =>
    read({
      name: 'retrieveCharge',
      request: () => getRequest(pathTo`/v1/charges/${charge}`),
      reply: Charge,
    }),
  createRefund: (refund, options) =>
    change(
      {
        name: 'createRefund',
        request: (format) =>
          postRequest<Stripe.RefundCreateParams>(
            '/v1/refunds',
            withKeyMetadata(refund, keyToCarry(format, options)),
          ),
        reply: Refund,
      },
      options,
      (reads, sent) => refundEvidence.created(reads)(refund, sent),
    ),
  retrieveRefund: ({ refund }) =>
    read({
      name: 'retrieveRefund',
      request: () => getRequest(pathTo`/v1/refunds/${refund}`),
      reply: Refund,
    }),
  listRefunds: (page) =>
    read({
      name: 'listRefunds',
      request: () => getRequest<Stripe.RefundListParams>('/v1/refunds', page),
      reply: List(Refund),
    }),
});
