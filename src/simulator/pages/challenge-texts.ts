import type { Language } from '../../adapters/inbound/http/core/language.js';

type ChallengeTexts = {
  readonly title: string;
  readonly bank: string;
  readonly approve: string;
  readonly refuse: string;
  readonly payment: (id: string) => string;
  /** In place of the amount of a payment. */
  readonly save: string;
  readonly setup: (id: string) => string;
  readonly noChallenge: { readonly payment_intent: string; readonly setup_intent: string };
  /** No payment and no card has the id in the URL. */
  readonly unknown: string;
  /** It was answered before, or the payment was canceled meanwhile. */
  readonly tooLate: string;
  readonly finished: string;
  readonly badAnswer: string;
  readonly decimalMark: string;
};

/** The texts of the page for a 3D Secure challenge. */
export const challengeTexts: { readonly [L in Language]: ChallengeTexts } = {
  es: {
    title: 'Autenticación 3D Secure',
    bank: 'Banco simulado del procesador en memoria. No se mueve dinero de verdad.',
    approve: 'Autorizar',
    refuse: 'Rechazar',
    payment: (id) => `Pago ${id}`,
    save: 'Guardar tarjeta',
    setup: (id) => `Intento de configuración ${id}`,
    noChallenge: {
      payment_intent: 'Este pago no espera ninguna autenticación.',
      setup_intent: 'Esta tarjeta no espera ninguna autenticación.',
    },
    unknown: 'No hay ninguna autenticación en esta dirección.',
    tooLate: 'Esta autenticación ya terminó. Vuelva a la tienda.',
    finished: 'Autenticación terminada. Ya puede cerrar esta página.',
    badAnswer: 'La respuesta debe ser outcome=approve u outcome=refuse.',
    decimalMark: ',',
  },
  en: {
    title: '3D Secure authentication',
    bank: 'Simulated bank of the in-memory processor. No real money moves.',
    approve: 'Approve',
    refuse: 'Refuse',
    payment: (id) => `Payment ${id}`,
    save: 'Save card',
    setup: (id) => `Setup intent ${id}`,
    noChallenge: {
      payment_intent: 'This payment waits for no authentication.',
      setup_intent: 'This card waits for no authentication.',
    },
    unknown: 'There is no authentication at this address.',
    tooLate: 'This authentication is over. Go back to the shop.',
    finished: 'Authentication finished. You can close this page.',
    badAnswer: 'The answer must be outcome=approve or outcome=refuse.',
    decimalMark: '.',
  },
};
