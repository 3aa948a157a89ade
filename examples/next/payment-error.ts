import { isPaymentError, paymentErrorStatus } from 'pasarela';

/** Answers a payment error. Throws every other error again, for Next. */
export const answerPaymentError = (error: unknown): Response => {
  if (!isPaymentError(error)) throw error;
  const { message, code } = error;
  return Response.json({ message, code }, { status: paymentErrorStatus(error) });
};
