import { isPaymentError, type ThrownPaymentError } from '../../../../../src/index.js';

/** What an act that must be refused throws. Anything but a payment error is a defect, and goes on. */
export const thrown = (act: () => unknown): ThrownPaymentError => {
  try {
    act();
  } catch (caught) {
    if (isPaymentError(caught)) return caught;
    throw caught;
  }
  throw new Error('not refused');
};
