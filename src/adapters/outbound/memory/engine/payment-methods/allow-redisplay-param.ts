import { oneOf } from '../params/primitives.js';

/** Whether a payment method may be shown to its customer again. */
export const allowRedisplayParam = oneOf('always', 'limited', 'unspecified');
