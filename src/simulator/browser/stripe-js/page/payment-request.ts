import { createEmitter, type Registration } from './emitter.js';

/** The answers of a browser without any wallet to a shop that asks for Apple Pay, Google Pay or Link. */
interface PaymentRequest extends Registration<PaymentRequest> {
  readonly canMakePayment: () => Promise<null>;
  readonly update: () => void;
  readonly isShowing: () => false;
}

export const createPaymentRequest = (): PaymentRequest => {
  const request: PaymentRequest = {
    on: (event, handler) => emitter.on(event, handler),
    once: (event, handler) => emitter.once(event, handler),
    off: (event, handler) => emitter.off(event, handler),
    canMakePayment: () => Promise.resolve(null),
    update: () => undefined,
    isShowing: () => false,
  };
  const emitter = createEmitter(() => request);
  return request;
};
