import type { Language } from '../../adapters/inbound/http/core/language.js';

const es = {
  test: 'Página de pruebas. No se mueve dinero de verdad.',
  title: { payment: 'Pagar', setup: 'Guardar tarjeta', setup_method: 'Guardar forma de pago' },
  shop: (name: string) => `Tienda: ${name}`,
  summary: 'Su pedido',
  total: 'Total',
  subtotal: 'Subtotal',
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
  shipping_rate: 'Forma de envío',
  method: 'Forma de pago',
  iban: 'IBAN',
  ibanHint: 'Solo valen cuentas de prueba',
  goesOn: {
    app: (name: string) => `Después aprobará el pago con ${name} en la aplicación de su banco.`,
    redirect: (name: string) => `Después irá a la página de ${name} para aprobar el pago.`,
  },
  mandate: (shop: string) =>
    `Al dar sus datos y continuar, autoriza a ${shop} y a Stripe, su proveedor de servicios de pago, a enviar órdenes a su banco para adeudar su cuenta, y a su banco a adeudarla según esas órdenes. Tiene derecho a que su banco le devuelva el importe si lo reclama en las 8 semanas siguientes al adeudo.`,
  card: 'Tarjeta',
  number: 'Número de tarjeta',
  expiry: 'Caducidad',
  expiryHint: 'Mes y año: MM / AA',
  cvc: 'Código de seguridad',
  cvcHint: '3 cifras del reverso (American Express: 4 del anverso)',
  holder: 'Titular de la tarjeta',
  pay: (amount: string) => `Pagar ${amount}`,
  book: (amount: string) => `Reservar por ${amount}`,
  donate: (amount: string) => `Donar ${amount}`,
  save: 'Guardar tarjeta',
  saveMethod: 'Guardar forma de pago',
  cards: 'Tarjetas de prueba',
  cardsHint: 'Con cualquier fecha futura y cualquier código de seguridad:',
  cardPays: 'paga',
  cardChallenge: 'pide autenticación 3D Secure',
  cardDeclined: 'rechazada',
  tests: 'Datos de prueba',
  ibanPays: 'paga',
  ibanFails: 'el banco no paga',
  phoneDeclined: 'rechazado',
  phoneWaits: 'espera hasta que usted decida en la aplicación',
  emailDenied: 'rechazado',
  complete: {
    title: 'Pago terminado',
    text: 'Este pedido ya está pagado. No hace falta que haga nada más.',
  },
  saved: { title: 'Tarjeta guardada', text: 'Esta tarjeta ya está guardada.' },
  savedMethod: {
    title: 'Forma de pago guardada',
    text: 'Esta forma de pago ya está guardada.',
  },
  debit: {
    pending: {
      title: 'Pago en camino',
      text: 'Su banco confirmará el pago en los próximos días. No hace falta que haga nada más.',
    },
    failed: {
      title: 'El banco no ha pagado',
      text: 'Su banco ha rechazado el pago de este pedido. Póngase en contacto con la tienda.',
    },
  },
  expired: {
    title: 'Página caducada',
    text: 'Esta página de pago ha caducado y no se ha cobrado nada. Vuelva a la tienda para empezar de nuevo.',
  },
  unknown: {
    title: 'Página no encontrada',
    text: 'No hay ninguna página de pago en esta dirección.',
  },
  challenge: {
    title: 'Un momento',
    text: 'Su banco le pide que autorice el pago.',
  },
  redirect: {
    title: 'Un momento',
    text: (name: string) => `Le llevamos a la página de ${name}.`,
    link: (name: string) => `Ir a la página de ${name}`,
  },
  wait: {
    title: 'Apruebe el pago',
    text: (name: string) =>
      `Abra la aplicación de su banco y apruebe el pago con ${name}. Esta página seguirá sola en cuanto lo haga.`,
    app: (name: string) => `Abrir la aplicación simulada de ${name}`,
    checkNow: 'Comprobar ahora',
    changeMethod: 'Elegir otra forma de pago',
  },
  problems: {
    payment: 'No se ha podido pagar',
    setup: 'No se ha podido guardar la tarjeta',
    setup_method: 'No se ha podido guardar la forma de pago',
  },
  missing: (field: string) => `Rellene este campo: ${field}`,
  invalid: (field: string) => `Revise este campo: ${field}`,
  declined: 'El banco ha rechazado la tarjeta. Pruebe con otra.',
  methodDeclined: 'El pago se ha rechazado. Elija otra forma de pago.',
  unusableIban: 'Esta cuenta no se puede usar. Dé el IBAN de una cuenta de prueba.',
  reasons: {
    authentication: 'El banco no ha podido autenticarle. Pruebe de nuevo o con otra tarjeta.',
    payment_method_customer_decline:
      'Usted no ha aprobado el pago. Pruebe de nuevo o elija otra forma de pago.',
    payment_intent_payment_attempt_expired:
      'No se ha aprobado el pago a tiempo. Pruebe de nuevo o elija otra forma de pago.',
    expired_card: 'La tarjeta está caducada.',
    incorrect_cvc: 'El código de seguridad no es correcto.',
    incorrect_number: 'El número de tarjeta no es correcto.',
    insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
    invalid_cvc: 'El código de seguridad no es correcto.',
    invalid_expiry_month: 'El mes de caducidad no es correcto.',
    invalid_expiry_year: 'El año de caducidad no es correcto.',
    processing_error: 'Ha habido un error al procesar la tarjeta. Pruebe de nuevo.',
  },
  unavailable: 'No se ha podido completar. Inténtelo de nuevo.',
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
  title: { payment: 'Pay', setup: 'Save a card', setup_method: 'Save a payment method' },
  shop: (name) => `Shop: ${name}`,
  summary: 'Your order',
  total: 'Total',
  subtotal: 'Subtotal',
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
  shipping_rate: 'Delivery',
  method: 'Payment method',
  iban: 'IBAN',
  ibanHint: 'Only test accounts are taken',
  goesOn: {
    app: (name) => `Then you approve the payment with ${name} in the app of your bank.`,
    redirect: (name) => `Then you go to the page of ${name} to approve the payment.`,
  },
  mandate: (shop) =>
    `By giving your details and continuing, you authorize ${shop} and Stripe, its payment service provider, to instruct your bank to debit your account, and your bank to debit it in accordance with those instructions. You are entitled to a refund from your bank if you claim it within 8 weeks of the debit.`,
  card: 'Card',
  number: 'Card number',
  expiry: 'Expiry date',
  expiryHint: 'Month and year: MM / YY',
  cvc: 'Security code',
  cvcHint: '3 digits on the back (American Express: 4 on the front)',
  holder: 'Name on the card',
  pay: (amount) => `Pay ${amount}`,
  book: (amount) => `Reserve for ${amount}`,
  donate: (amount) => `Donate ${amount}`,
  save: 'Save card',
  saveMethod: 'Save payment method',
  cards: 'Test cards',
  cardsHint: 'With any date in the future and any security code:',
  cardPays: 'pays',
  cardChallenge: 'asks for 3D Secure',
  cardDeclined: 'declined',
  tests: 'Test values',
  ibanPays: 'pays',
  ibanFails: 'the bank does not pay',
  phoneDeclined: 'declined',
  phoneWaits: 'waits until you decide in the app',
  emailDenied: 'declined',
  complete: {
    title: 'Payment complete',
    text: 'This order has been paid. There is nothing left to do.',
  },
  saved: { title: 'Card saved', text: 'This card has been saved.' },
  savedMethod: { title: 'Payment method saved', text: 'This payment method has been saved.' },
  debit: {
    pending: {
      title: 'Payment on its way',
      text: 'Your bank will confirm the payment within days. There is nothing left to do.',
    },
    failed: {
      title: 'The bank did not pay',
      text: 'Your bank refused the payment of this order. Contact the shop.',
    },
  },
  expired: {
    title: 'Page expired',
    text: 'This payment page has expired, and nothing was charged. Go back to the shop to start again.',
  },
  unknown: { title: 'Page not found', text: 'There is no payment page at this address.' },
  challenge: { title: 'One moment', text: 'Your bank asks you to authorize the payment.' },
  redirect: {
    title: 'One moment',
    text: (name) => `You are going to the page of ${name}.`,
    link: (name) => `Go to the page of ${name}`,
  },
  wait: {
    title: 'Approve the payment',
    text: (name) =>
      `Open the app of your bank and approve the payment with ${name}. This page goes on by itself once you have.`,
    app: (name) => `Open the simulated app of ${name}`,
    checkNow: 'Check now',
    changeMethod: 'Choose another payment method',
  },
  problems: {
    payment: 'The payment did not go through',
    setup: 'The card was not saved',
    setup_method: 'The payment method was not saved',
  },
  missing: (field) => `Missing: ${field}`,
  invalid: (field) => `Not valid: ${field}`,
  declined: 'The bank declined the card. Try another one.',
  methodDeclined: 'The payment was declined. Choose another payment method.',
  unusableIban: 'This account cannot be used. Give the IBAN of a test account.',
  reasons: {
    authentication: 'The bank could not authenticate you. Try again, or with another card.',
    payment_method_customer_decline:
      'You did not approve the payment. Try again, or choose another payment method.',
    payment_intent_payment_attempt_expired:
      'The payment was not approved in time. Try again, or choose another payment method.',
    expired_card: 'The card has expired.',
    incorrect_cvc: 'The security code is not correct.',
    incorrect_number: 'The card number is not correct.',
    insufficient_funds: 'The card has insufficient funds.',
    invalid_cvc: 'The security code is not correct.',
    invalid_expiry_month: 'The month of the expiry date is not correct.',
    invalid_expiry_year: 'The year of the expiry date is not correct.',
    processing_error: 'An error occurred while processing the card. Try again.',
  },
  unavailable: 'Something went wrong. Try again.',
};

/** The texts of the page of a checkout session. */
export const checkoutTexts: { readonly [L in Language]: CheckoutTexts } = { es, en };
