import type {
  CustomerFields,
  PaymentProcessor,
} from '../../application/ports/payment-processor.js';
import { CustomerId } from '../../domain/ids.js';
import { proven } from './proven.js';
import { succeed } from './succeed.js';
import { uniqueEmail } from './unique-email.js';

/** Creates a customer. Returns the id. */
export const newCustomer = async (
  processor: PaymentProcessor,
  fields: CustomerFields = { email: uniqueEmail(), name: 'Ana Prueba', phone: '+34600000000' },
): Promise<CustomerId> => {
  const customer = await succeed('createCustomer', processor.createCustomer(fields));
  return proven(CustomerId, customer.id);
};
