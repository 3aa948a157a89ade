import type { ReplayAdvice } from '../../../application/idempotency/replay-advice.js';
import type { Words } from './core/language.js';

/** The `advice` with a stored answer that is repeated. */
export const replayAdviceText: { readonly [A in ReplayAdvice]: Words } = {
  confirm_with_new_key: {
    es: 'Esta es la respuesta guardada de la primera petición, cuando el pago aún no estaba completo. Si el cliente ya se ha autenticado, confirme el pago con una Idempotency-Key nueva: con la misma no se cobrará nunca',
    en: 'This is the stored response of the first request, when the payment was not complete yet. Once the customer has authenticated, confirm the payment with a new Idempotency-Key: with the same key it will never be charged',
  },
  read_again: {
    es: 'Esta es la respuesta guardada de la primera petición, cuando aún faltaba el cliente. Consulte el estado actual: cuando el cliente se autentica, continúa sin otra confirmación',
    en: 'This is the stored response of the first request, when the customer was still needed. Read the current status: once the customer has authenticated, it continues without another confirmation',
  },
};

/** The success messages of the local server's own endpoints. */
export const localServerMessages = {
  deliveriesListed: { es: 'Entregas listadas correctamente', en: 'Deliveries listed' },
  eventResent: { es: 'Evento reenviado', en: 'Event sent again' },
  accountDropped: { es: 'Cuenta eliminada', en: 'Account dropped' },
} as const satisfies { readonly [name: string]: Words };
