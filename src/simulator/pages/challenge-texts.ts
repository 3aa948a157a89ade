import type { Language } from '../../adapters/inbound/http/core/language.js';

type ChallengeTexts = {
  readonly title: string;
  /** In place of the title, if the payment method is not a card. */
  readonly methodTitle: (name: string) => string;
  readonly bank: string;
  readonly approve: string;
  readonly refuse: string;
  /** Goes back to the shop, and leaves the payment open. */
  readonly leave: string;
  readonly closeNote: string;
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
};

/** The texts of the page on which a customer approves a payment: a 3D Secure challenge, or the page of another method. */
export const challengeTexts: { readonly [L in Language]: ChallengeTexts } = {
  es: {
    title: 'Autenticación 3D Secure',
    methodTitle: (name) => `Pago con ${name}`,
    bank: 'Banco simulado del procesador en memoria. No se mueve dinero de verdad.',
    approve: 'Autorizar',
    refuse: 'Rechazar',
    leave: 'Volver sin decidir',
    closeNote: 'Si cierra esta página, el pago queda sin terminar.',
    payment: (id) => `Pago ${id}`,
    save: 'Guardar tarjeta',
    setup: (id) => `Referencia ${id}`,
    noChallenge: {
      payment_intent: 'Este pago no tiene ninguna autenticación pendiente.',
      setup_intent: 'Esta tarjeta no tiene ninguna autenticación pendiente.',
    },
    unknown: 'Este enlace de autenticación no es válido.',
    tooLate: 'Esta autenticación ya ha terminado. Vuelva a la tienda.',
    finished: 'Autenticación terminada. Ya puede cerrar esta página.',
    badAnswer: 'La respuesta debe ser outcome=approve, outcome=refuse u outcome=leave.',
  },
  en: {
    title: '3D Secure authentication',
    methodTitle: (name) => `Pay with ${name}`,
    bank: 'Simulated bank of the in-memory processor. No real money moves.',
    approve: 'Approve',
    refuse: 'Refuse',
    leave: 'Go back undecided',
    closeNote: 'If you close this page, the payment stays open.',
    payment: (id) => `Payment ${id}`,
    save: 'Save card',
    setup: (id) => `Reference ${id}`,
    noChallenge: {
      payment_intent: 'This payment waits for no authentication.',
      setup_intent: 'This card waits for no authentication.',
    },
    unknown: 'There is no authentication at this address.',
    tooLate: 'This authentication is over. Go back to the shop.',
    finished: 'Authentication finished. You can close this page.',
    badAnswer: 'The answer must be outcome=approve, outcome=refuse or outcome=leave.',
  },
};
