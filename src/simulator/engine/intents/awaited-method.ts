import * as E from 'fp-ts/lib/Either.js';
import type { Control } from '../kernel/operation.js';
import { isCard } from '../methods/instrument.js';
import { methods } from '../methods/methods.js';
import type { SimulatedMethodType } from '../objects/payment-method.js';
import type { State } from '../store/state.js';

/** The payment method that waits for its customer's approval, and the name that customers know. */
export type AwaitedMethod = {
  readonly type: 'card' | SimulatedMethodType;
  readonly name: string;
};

/** The payment method of an intent; a card if it has none. */
export const awaitedMethodOf = (
  { instruments }: Pick<State, 'instruments'>,
  intent: { readonly payment_method: string | null } | undefined,
): AwaitedMethod => {
  const instrument = instruments.get(intent?.payment_method ?? '');
  if (instrument === undefined || isCard(instrument)) return { type: 'card', name: '3D Secure' };
  const { type } = instrument.face;
  return { type, name: methods[type].name };
};

/** Shows the payment method of an intent. */
export const showAwaitedMethod: Control<{ readonly intent: string }, AwaitedMethod> = {
  name: 'showAwaitedMethod',
  run:
    ({ state }) =>
    ({ intent }) =>
      E.right(awaitedMethodOf(state, state.intents.get(intent) ?? state.setupIntents.get(intent))),
};
