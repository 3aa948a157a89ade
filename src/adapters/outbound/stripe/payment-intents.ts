import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/list.js';
import { paymentIntentEvidence } from '../look-ups/payment-intent-evidence.js';
import { withKeyMetadata } from '../with-key-metadata.js';
import type { Caller } from './create-caller.js';
import { intentRetrieval } from './intent-retrieval.js';
import { PaymentIntentReply } from './payment-intent-reply.js';
import { keyToCarry, type RequestFormat } from './request-format.js';

type PaymentIntents = Pick<
  PaymentProcessor,
  | 'createPaymentIntent'
  | 'retrievePaymentIntent'
  | 'listPaymentIntents'
  | 'confirmPaymentIntent'
  | 'capturePaymentIntent'
  | 'cancelPaymentIntent'
>;

const expand = ['latest_charge'];

const cardsOnly = ({ types }: RequestFormat): Partial<Stripe.PaymentIntentCreateParams> =>
  types === 'payment_method_types'
    ? { payment_method_types: ['card'] }
    : { allowed_payment_method_types: ['card'] };

/** The port's functions about payment intents, for cards only (decision P2). */
export const paymentIntents = (stripe: Stripe, { read, change }: Caller): PaymentIntents => {
  const { paymentIntents: api } = stripe;
  return {
    createPaymentIntent: (intent, options) =>
      change(
        {
          name: 'createPaymentIntent',
          send: (by, format) => {
            const carrying = withKeyMetadata(intent, keyToCarry(format, options));
            return api.create({ ...carrying, ...cardsOnly(format), expand }, by);
          },
          reply: PaymentIntentReply,
        },
        options,
        (reads, sent) => paymentIntentEvidence.created(reads)(intent, sent),
      ),
    retrievePaymentIntent: ({ payment_intent }) => read(intentRetrieval(stripe, payment_intent)),
    listPaymentIntents: (page) =>
      read({
        name: 'listPaymentIntents',
        send: (by) => api.list({ ...page, expand: ['data.latest_charge'] }, by),
        reply: List(PaymentIntentReply),
      }),
    confirmPaymentIntent: (confirmation, options) => {
      const { payment_intent, ...details } = confirmation;
      return change(
        {
          name: 'confirmPaymentIntent',
          send: (by) => api.confirm(payment_intent, { ...details, expand }, by),
          reply: PaymentIntentReply,
        },
        options,
        (reads, sent) => paymentIntentEvidence.confirmed(reads)(confirmation, sent),
      );
    },
    capturePaymentIntent: (capture, options) => {
      const { payment_intent, ...details } = capture;
      return change(
        {
          name: 'capturePaymentIntent',
          send: (by) => api.capture(payment_intent, { ...details, expand }, by),
          reply: PaymentIntentReply,
        },
        options,
        (reads) => paymentIntentEvidence.captured(reads)(capture),
      );
    },
    cancelPaymentIntent: ({ payment_intent, ...details }, options) =>
      change(
        {
          name: 'cancelPaymentIntent',
          send: (by) => api.cancel(payment_intent, { ...details, expand }, by),
          reply: PaymentIntentReply,
        },
        options,
        (reads) => paymentIntentEvidence.canceled(reads)({ payment_intent }),
      ),
  };
};
