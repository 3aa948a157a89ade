import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type * as t from 'io-ts';
import type { CallOptions } from '../../application/ports/payment-processor.js';
import {
  CardId,
  ChargeId,
  CheckoutSessionId,
  CustomerId,
  DisputeId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  SetupIntentId,
  TokenId,
} from '../../domain/ids.js';
import type { Subject } from '../suite.js';

/** Asserts that a value fits a codec and returns it with the codec's type: ids and amounts get their brand here. */
export const proven = <A, O>(codec: t.Type<A, O, unknown>, value: unknown): A => {
  assert.ok(codec.is(value), `${JSON.stringify(value)} must be a ${codec.name}`);
  return value;
};

/** Well-formed ids that name nothing. */
export const absentFor = ({ given: { unknown } }: Subject) => ({
  customer: proven(CustomerId, unknown('customer')),
  card: proven(CardId, unknown('card')),
  token: proven(TokenId, unknown('token')),
  paymentMethod: proven(PaymentMethodId, unknown('payment_method')),
  paymentIntent: proven(PaymentIntentId, unknown('payment_intent')),
  setupIntent: proven(SetupIntentId, unknown('setup_intent')),
  charge: proven(ChargeId, unknown('charge')),
  refund: proven(RefundId, unknown('refund')),
  dispute: proven(DisputeId, unknown('dispute')),
  session: proven(CheckoutSessionId, unknown('checkout_session')),
});

/** A new idempotency key, as a call takes it. */
export const uniqueKey = (): CallOptions => ({ idempotencyKey: `contract-${randomUUID()}` });
