import * as E from 'fp-ts/lib/Either.js';
import type { Control } from '../kernel/operation.js';
import { isCard } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import type { SimulatedMethodType } from '../objects/payment-method.js';

/** The payment method that waits for its customer's approval, and the name that customers know. */
export type AwaitedMethod = {
  readonly type: 'card' | SimulatedMethodType;
  readonly name: string;
};

/** The payment method of an intent; a card if it has none. */
export const showAwaitedMethod: Control<{ readonly intent: string }, AwaitedMethod> = {
  name: 'showAwaitedMethod',
  run:
    ({ state }) =>
    ({ intent: id }) => {
      const intent = state.intents.get(id) ?? state.setupIntents.get(id);
      const instrument = state.instruments.get(intent?.payment_method ?? '');
      if (instrument === undefined || isCard(instrument)) {
        return E.right({ type: 'card', name: '3D Secure' });
      }
      const { type } = instrument.face;
      return E.right({ type, name: methods[type].name });
    },
};
