import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { Charge } from '../../../domain/objects/charge.js';
import { Refund } from '../../../domain/objects/refund.js';
import { refundEvidence } from '../look-ups/refund-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { CallRows } from './call-table.js';
import { getRequest, pathTo, postRequest } from './request.js';

type Refunds = Pick<
  PaymentProcessor,
  'retrieveCharge' | 'createRefund' | 'retrieveRefund' | 'listRefunds'
>;

/** The port's functions for refunds, and for the charge that is refunded. */
export const stripeRefunds = ({ reading, changing }: CallRows): Refunds => ({
  retrieveCharge: reading('retrieveCharge', Charge, ({ charge }) =>
    getRequest(pathTo`/v1/charges/${charge}`),
  ),
  createRefund: changing(
    'createRefund',
    Refund,
    (refund, { keyInMetadata }) =>
      postRequest<Stripe.RefundCreateParams>('/v1/refunds', withKeyMetadata(refund, keyInMetadata)),
    refundEvidence.created,
  ),
  retrieveRefund: reading('retrieveRefund', Refund, ({ refund }) =>
    getRequest(pathTo`/v1/refunds/${refund}`),
  ),
  listRefunds: reading('listRefunds', List(Refund), (page) =>
    getRequest<Stripe.RefundListParams>('/v1/refunds', page),
  ),
});
