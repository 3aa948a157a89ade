import type { PaidCharge } from './record-payments.js';
import type { Recorder } from './recorder.js';

/** Records the examples of refunds of a charge of 19.99 euros. */
export const recordRefunds = async (
  { record }: Recorder,
  { payment, charge }: PaidCharge,
): Promise<void> => {
  const refund = { operation: 'refundCharge', status: 201 } as const;
  await record({
    ...refund,
    name: 'success',
    summary: '5 euros of a charge',
    body: {
      chargeId: charge,
      amount: 500,
      reason: 'requested_by_customer',
      metadata: { return: 'R-7' },
    },
  });
  await record({
    ...refund,
    name: 'rest',
    summary: 'All that is left',
    body: { chargeId: charge },
  });
  await record({
    ...refund,
    name: 'missing',
    summary: 'No charge is named',
    body: { amount: 500 },
    status: 400,
  });
  await record({
    ...refund,
    name: 'not_positive',
    summary: 'Nothing to give back',
    body: { chargeId: charge, amount: 0 },
    status: 400,
  });
  await record({
    ...refund,
    name: 'already_refunded',
    summary: 'A charge of which nothing is left',
    body: { chargeId: charge },
    status: 400,
  });
  await record({
    ...refund,
    name: 'not_found',
    summary: 'An id that none can be',
    body: { chargeId: 'ch/unknown' },
    status: 404,
  });

  const list = { operation: 'listRefunds', status: 200 } as const;
  await record({
    ...list,
    name: 'success',
    summary: 'All refunds of a payment',
    params: { id: payment },
  });
  await record({
    ...list,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...list,
    name: 'not_found',
    summary: 'An id that none can be',
    params: { id: 'pi+unknown' },
    status: 404,
  });
};
