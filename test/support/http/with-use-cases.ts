import {
  paymentsParts,
  type ServedPayments,
  type ServedUseCases,
} from '../../../src/application/facade/payments.js';

/** The same payments, some of whose use cases the HTTP interface replaces. */
export const withUseCases = (
  { [paymentsParts]: parts }: ServedPayments,
  useCases: Partial<ServedUseCases['useCases']>,
): ServedPayments => ({
  [paymentsParts]: { ...parts, useCases: { ...parts.useCases, ...useCases } },
});
