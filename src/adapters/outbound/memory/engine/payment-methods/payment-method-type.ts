import { oneSimulatedOf } from '../params/primitives.js';
import { otherPaymentMethodTypes } from './other-payment-method-types.js';

/** The type of a payment method: a card. */
export const paymentMethodType = oneSimulatedOf(['card'], otherPaymentMethodTypes);
