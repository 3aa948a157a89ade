import { Charge } from './charge.js';
import { Customer } from './customer.js';
import { CustomerSource } from './customer-source.js';
import { Dispute } from './dispute.js';
import { PaymentIntentSnapshot } from './payment-intent-snapshot.js';
import { PaymentMethod } from './payment-method.js';
import { Refund } from './refund.js';

/** What the object of an event is, by the event's type. */
export const eventObjects = {
  'charge.captured': Charge,
  'charge.dispute.closed': Dispute,
  'charge.dispute.created': Dispute,
  'charge.dispute.funds_reinstated': Dispute,
  'charge.dispute.funds_withdrawn': Dispute,
  'charge.dispute.updated': Dispute,
  'charge.expired': Charge,
  'charge.failed': Charge,
  'charge.pending': Charge,
  'charge.refund.updated': Refund,
  'charge.refunded': Charge,
  'charge.succeeded': Charge,
  'charge.updated': Charge,
  'customer.created': Customer,
  'customer.deleted': Customer,
  'customer.source.created': CustomerSource,
  'customer.source.deleted': CustomerSource,
  'customer.source.expiring': CustomerSource,
  'customer.source.updated': CustomerSource,
  'customer.updated': Customer,
  'payment_intent.amount_capturable_updated': PaymentIntentSnapshot,
  'payment_intent.canceled': PaymentIntentSnapshot,
  'payment_intent.created': PaymentIntentSnapshot,
  'payment_intent.partially_funded': PaymentIntentSnapshot,
  'payment_intent.payment_failed': PaymentIntentSnapshot,
  'payment_intent.processing': PaymentIntentSnapshot,
  'payment_intent.requires_action': PaymentIntentSnapshot,
  'payment_intent.succeeded': PaymentIntentSnapshot,
  'payment_method.attached': PaymentMethod,
  'payment_method.automatically_updated': PaymentMethod,
  'payment_method.detached': PaymentMethod,
  'payment_method.updated': PaymentMethod,
  'refund.created': Refund,
  'refund.failed': Refund,
  'refund.updated': Refund,
} as const;
