import type { ShopElement } from './element.js';
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

const nothing = (): void => undefined;

/** The express checkout element where no wallet is available: it shows nothing, and says so when it is mounted. */
export const createExpressCheckout = (onDestroy: () => void): ShopElement => {
  const ready = { elementType: 'expressCheckout', availablePaymentMethods: undefined };
  const element: ShopElement = {
    on: (event, handler) => emitter.on(event, handler),
    once: (event, handler) => emitter.once(event, handler),
    off: (event, handler) => emitter.off(event, handler),
    mount: () => {
      setTimeout(() => emitter.emit('ready', ready), 0);
    },
    unmount: nothing,
    destroy: onDestroy,
    update: () => element,
    focus: nothing,
    blur: nothing,
    clear: nothing,
    collapse: () => element,
    getValue: () => Promise.resolve({}),
  };
  const emitter = createEmitter(() => element);
  return element;
};
