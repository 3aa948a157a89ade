import { strict as assert } from 'node:assert';
import { DisputeId } from '../../domain/ids.js';
import type { Dispute } from '../../domain/objects/dispute.js';
import type { Subject } from '../suite.js';
import { mustSucceed } from './expect-outcome.js';
import { proven } from './ids.js';
import { newPayment } from './new-payment.js';

/** A dispute about a new payment. */
export const newDispute = async (
  processor: Subject,
): Promise<Dispute & { readonly id: DisputeId }> => {
  const { given } = processor;
  const [amount] = given.amounts;
  const payment_method = await given.paymentMethod('disputed', undefined);
  assert.ok(payment_method !== undefined, 'fixtures.disputed must name a payment method');
  const { charge } = await newPayment(processor, amount, { payment_method });
  const { data } = await mustSucceed(processor).listDisputes({ limit: 100 });
  const dispute = data.find((one) => one.charge === charge);
  assert.ok(dispute !== undefined, 'listDisputes has the dispute about the charge');
  return { ...dispute, id: proven(DisputeId, dispute.id) };
};
