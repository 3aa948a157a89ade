import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type * as t from 'io-ts';
import type { CallOptions } from '../../application/ports/payment-processor.js';
import {
  CardId,
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  RefundId,
  SetupIntentId,
  TokenId,
} from '../../domain/ids.js';

/** Asserts that a value fits a codec and returns it with the codec's type: ids and amounts get their brand here. */
export const proven = <A, O>(codec: t.Type<A, O, unknown>, value: unknown): A => {
  assert.ok(codec.is(value), `${JSON.stringify(value)} must be a ${codec.name}`);
  return value;
};

/** Well-formed ids that name nothing. */
export const absent = {
  customer: proven(CustomerId, 'cus_doesnotexist'),
  card: proven(CardId, 'card_doesnotexist'),
  paymentMethodCard: proven(CardId, 'pm_doesnotexist'),
  token: proven(TokenId, 'tok_doesnotexist'),
  paymentMethod: proven(PaymentMethodId, 'pm_doesnotexist'),
  paymentIntent: proven(PaymentIntentId, 'pi_doesnotexist'),
  setupIntent: proven(SetupIntentId, 'seti_doesnotexist'),
  charge: proven(ChargeId, 'ch_doesnotexist'),
  refund: proven(RefundId, 're_doesnotexist'),
} as const;

/** Asserts that an id has the prefix of its kind, which is all that the contract says about ids. */
export const hasPrefix = (what: string, id: unknown, prefix: string): void => {
  assert.ok(
    typeof id === 'string' && id.startsWith(prefix) && id.length > prefix.length,
    `${what} must start with ${prefix}, but is ${JSON.stringify(id)}`,
  );
};

/** A new idempotency key, as a call takes it. */
export const uniqueKey = (): CallOptions => ({ idempotencyKey: `contract-${randomUUID()}` });
