import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { Dispute } from '../../../domain/objects/dispute.js';
import { disputeEvidence } from '../look-ups/dispute-evidence.js';
import { createdParams } from '../stripe-objects/created-params.js';
import type { StripeCall } from './attempt.js';
import type { CallRows } from './call-table.js';
import { getRequest, pathTo, postRequest } from './request.js';

/** The call that retrieves a dispute. */
export const disputeRetrieval = (id: string): StripeCall<Dispute> => ({
  name: 'retrieveDispute',
  request: () => getRequest(pathTo`/v1/disputes/${id}`),
  reply: Dispute,
});

type Disputes = Pick<
  PaymentProcessor,
  'listDisputes' | 'retrieveDispute' | 'submitDisputeEvidence' | 'closeDispute'
>;

/** The port's disputes. */
export const stripeDisputes = ({ read, reading, changing }: CallRows): Disputes => ({
  listDisputes: reading('listDisputes', List(Dispute), (page) =>
    getRequest<Stripe.DisputeListParams>('/v1/disputes', createdParams(page)),
  ),
  retrieveDispute: ({ dispute }) => read(disputeRetrieval(dispute)),
  submitDisputeEvidence: changing(
    'submitDisputeEvidence',
    Dispute,
    ({ dispute, ...given }) =>
      postRequest<Stripe.DisputeUpdateParams>(pathTo`/v1/disputes/${dispute}`, given),
    disputeEvidence.submitted,
  ),
  closeDispute: changing(
    'closeDispute',
    Dispute,
    ({ dispute }) => postRequest(pathTo`/v1/disputes/${dispute}/close`, {}),
    disputeEvidence.closed,
  ),
});
