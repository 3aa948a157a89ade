import { randomUUID } from 'node:crypto';
import type {
  CustomerFields,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import { CustomerId } from '../../domain/ids.js';
import { mustSucceed } from './expect-outcome.js';
import { proven } from './ids.js';

/** An email address that no other customer has. */
export const uniqueEmail = (): string => `contract-${randomUUID()}@example.com`;

/** Creates a customer. Returns the id. */
export const newCustomer = async (
  processor: PaymentProcessor,
  fields: CustomerFields = { email: uniqueEmail(), name: 'Ana Prueba', phone: '+34600000000' },
): Promise<CustomerId> => {
  const customer = await mustSucceed(processor).createCustomer(fields);
  return proven(CustomerId, customer.id);
};
