/** The languages of the page of a checkout session. */
export type CheckoutLanguage = 'es' | 'en';

const es = {
  test: 'Página de pruebas. No se mueve dinero de verdad.',
  title: { payment: 'Pagar', setup: 'Guardar tarjeta' },
  shop: (name: string) => `Tienda: ${name}`,
  summary: 'Su pedido',
  total: 'Total',
  each: (price: string) => `${price} por unidad`,
  back: 'Volver a la tienda',
  contact: 'Datos de contacto',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  shipping: 'Dirección de entrega',
  billing: 'Dirección de facturación',
  name: 'Nombre y apellidos',
  line1: 'Calle y número',
  postal_code: 'Código postal',
  city: 'Población',
  country: 'País',
  card: 'Tarjeta',
  number: 'Número de tarjeta',
  expiry: 'Caducidad',
  expiryHint: 'Mes y año: MM / AA',
  cvc: 'Código de seguridad',
  cvcHint: '3 cifras del reverso (American Express: 4 del anverso)',
  holder: 'Titular de la tarjeta',
  pay: (amount: string) => `Pagar ${amount}`,
  book: (amount: string) => `Reservar ${amount}`,
  donate: (amount: string) => `Donar ${amount}`,
  save: 'Guardar tarjeta',
  cards: 'Tarjetas de prueba',
  cardsHint: 'Con cualquier fecha futura y cualquier código de seguridad:',
  cardPays: 'paga',
  cardChallenge: 'pide autenticación 3D Secure',
  cardDeclined: 'rechazada',
  complete: {
    title: 'Pago terminado',
    text: 'Este pedido ya está pagado. No hace falta que haga nada más.',
  },
  saved: { title: 'Tarjeta guardada', text: 'Esta tarjeta ya está guardada.' },
  expired: {
    title: 'Página caducada',
    text: 'Esta página de pago ha caducado y no se ha cobrado nada. Vuelva a la tienda para empezar de nuevo.',
  },
  unknown: {
    title: 'Página no encontrada',
    text: 'No hay ninguna página de pago en esta dirección.',
  },
  problems: { payment: 'No se ha podido pagar', setup: 'No se ha podido guardar la tarjeta' },
  missing: (field: string) => `Falta: ${field}`,
  invalid: (field: string) => `No es correcto: ${field}`,
  declined: 'El banco ha rechazado la tarjeta. Pruebe con otra.',
  reasons: {
    authentication: 'El banco no ha podido autenticarle. Pruebe de nuevo o con otra tarjeta.',
    expired_card: 'La tarjeta está caducada.',
    incorrect_cvc: 'El código de seguridad no es correcto.',
    incorrect_number: 'El número de tarjeta no es correcto.',
    insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
    invalid_cvc: 'El código de seguridad no es correcto.',
    invalid_expiry_month: 'El mes de caducidad no es correcto.',
    invalid_expiry_year: 'El año de caducidad no es correcto.',
    processing_error: 'Ha habido un error al procesar la tarjeta. Pruebe de nuevo.',
  },
  unavailable: 'Ahora no ha sido posible. Inténtelo de nuevo.',
} as const;

type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (text: string) => string
      ? (text: string) => string
      : Texts<T[K]>;
};

/** The texts of the page of a checkout session, in one language. */
export type CheckoutTexts = Texts<typeof es>;

const en: CheckoutTexts = {
  test: 'Test page. No real money moves.',
  title: { payment: 'Pay', setup: 'Save a card' },
  shop: (name) => `Shop: ${name}`,
  summary: 'Your order',
  total: 'Total',
  each: (price) => `${price} each`,
  back: 'Back to the shop',
  contact: 'Contact details',
  email: 'Email',
  phone: 'Phone',
  shipping: 'Delivery address',
  billing: 'Billing address',
  name: 'Full name',
  line1: 'Street and number',
  postal_code: 'Postal code',
  city: 'Town or city',
  country: 'Country',
  card: 'Card',
  number: 'Card number',
  expiry: 'Expiry date',
  expiryHint: 'Month and year: MM / YY',
  cvc: 'Security code',
  cvcHint: '3 digits on the back (American Express: 4 on the front)',
  holder: 'Name on the card',
  pay: (amount) => `Pay ${amount}`,
  book: (amount) => `Book ${amount}`,
  donate: (amount) => `Donate ${amount}`,
  save: 'Save card',
  cards: 'Test cards',
  cardsHint: 'With any date in the future and any security code:',
  cardPays: 'pays',
  cardChallenge: 'asks for 3D Secure',
  cardDeclined: 'declined',
  complete: {
    title: 'Payment complete',
    text: 'This order has been paid. There is nothing left to do.',
  },
  saved: { title: 'Card saved', text: 'This card has been saved.' },
  expired: {
    title: 'Page expired',
    text: 'This payment page has expired, and nothing was charged. Go back to the shop to start again.',
  },
  unknown: { title: 'Page not found', text: 'There is no payment page at this address.' },
  problems: { payment: 'The payment did not go through', setup: 'The card was not saved' },
  missing: (field) => `Missing: ${field}`,
  invalid: (field) => `Not valid: ${field}`,
  declined: 'The bank declined the card. Try another one.',
  reasons: {
    authentication: 'The bank could not authenticate you. Try again, or with another card.',
    expired_card: 'The card has expired.',
    incorrect_cvc: 'The security code is not correct.',
    incorrect_number: 'The card number is not correct.',
    insufficient_funds: 'The card has insufficient funds.',
    invalid_cvc: 'The security code is not correct.',
    invalid_expiry_month: 'The month of the expiry date is not correct.',
    invalid_expiry_year: 'The year of the expiry date is not correct.',
    processing_error: 'An error occurred while processing the card. Try again.',
  },
  unavailable: 'That was not possible now. Try again.',
};

export const checkoutTexts: { readonly [L in CheckoutLanguage]: CheckoutTexts } = { es, en };
