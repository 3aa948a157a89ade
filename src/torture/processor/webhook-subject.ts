import type { EventObject } from '../../adapters/outbound/memory/engine/objects/event.js';
import type { WebhookSubject } from '../plan/incident.js';

const subjects: Readonly<Record<string, WebhookSubject>> = {
  'charge.captured': 'payment',
  'charge.succeeded': 'payment',
  'checkout.session.async_payment_succeeded': 'payment',
  'checkout.session.completed': 'payment',
  'payment_intent.amount_capturable_updated': 'payment',
  'payment_intent.succeeded': 'payment',
  'charge.expired': 'failure',
  'charge.failed': 'failure',
  'checkout.session.async_payment_failed': 'failure',
  'checkout.session.expired': 'failure',
  'payment_intent.canceled': 'failure',
  'payment_intent.payment_failed': 'failure',
  'charge.refund.updated': 'refund',
  'charge.refunded': 'refund',
  'refund.created': 'refund',
  'refund.failed': 'refund',
  'refund.updated': 'refund',
};

/** What an event is about, as plans name it; `null`: something else. */
export const subjectOf = ({ type }: Pick<EventObject, 'type'>): WebhookSubject | null =>
  subjects[type] ?? null;

/** Whether shops usually act on an event: the charge of an intent comes with an event about the intent. */
export const isActedOn = ({
  type,
  data: { object },
}: Pick<EventObject, 'type' | 'data'>): boolean =>
  type === 'charge.refunded' ||
  !type.startsWith('charge.') ||
  typeof object['payment_intent'] !== 'string';
