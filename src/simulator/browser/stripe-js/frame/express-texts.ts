import type { ExpressType } from '../shared/express-calls.js';
import type { UiLanguage } from '../shared/language.js';

/** The names of the ways to pay, which are the same in every language. */
export const expressNames: { readonly [T in ExpressType]: string } = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  paypal: 'PayPal',
  klarna: 'Klarna',
};

type ExpressTexts = {
  readonly payWith: (name: string) => string;
  readonly note: string;
  readonly total: string;
  readonly save: string;
  readonly address: string;
  readonly delivery: string;
  readonly noDelivery: string;
  readonly card: string;
  readonly cards: {
    readonly pays: string;
    readonly challenge: string;
    readonly declined: string;
  };
  readonly buyer: string;
  readonly pay: string;
  readonly cancel: string;
  readonly waiting: string;
  readonly failed: string;
};

/** The texts of the buttons of Express Checkout and of its sheet. */
export const expressTexts: { readonly [L in UiLanguage]: ExpressTexts } = {
  en: {
    payWith: (name) => `Pay with ${name}`,
    note: 'Test wallet. No real money moves.',
    total: 'Total',
    save: 'Save for later payments',
    address: 'Deliver to',
    delivery: 'Delivery',
    noDelivery: 'The shop does not deliver there. Choose another address.',
    card: 'Test card',
    cards: { pays: 'pays', challenge: 'asks for 3D Secure', declined: 'is declined' },
    buyer: 'Buyer',
    pay: 'Pay',
    cancel: 'Cancel',
    waiting: 'Waiting for the shop…',
    failed: 'The payment was not possible. Try again or cancel.',
  },
  es: {
    payWith: (name) => `Pagar con ${name}`,
    note: 'Monedero de pruebas. No se mueve dinero de verdad.',
    total: 'Total',
    save: 'Guardar para otros pagos',
    address: 'Entregar en',
    delivery: 'Envío',
    noDelivery: 'La tienda no entrega ahí. Elige otra dirección.',
    card: 'Tarjeta de prueba',
    cards: { pays: 'paga', challenge: 'pide 3D Secure', declined: 'rechazada' },
    buyer: 'Comprador',
    pay: 'Pagar',
    cancel: 'Cancelar',
    waiting: 'Esperando a la tienda…',
    failed: 'No se ha podido pagar. Prueba de nuevo o cancela.',
  },
};
