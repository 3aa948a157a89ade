import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { type DecodeProblem, decodeObject } from '../input/decode-object.js';
import { Charge } from '../objects/charge.js';
import { CheckoutSessionSnapshot } from '../objects/checkout-session.js';
import { Customer, CustomerSource } from '../objects/customer.js';
import { DebitMandate } from '../objects/debit-mandate.js';
import { Dispute } from '../objects/dispute.js';
import { PaymentIntentSnapshot } from '../objects/payment-intent.js';
import { PaymentMethod } from '../objects/payment-method.js';
import { type OutcomeType, outcomeObjects } from '../objects/payment-outcome.js';
import { Payout } from '../objects/payout.js';
import { Refund } from '../objects/refund.js';
import { SetupIntent } from '../objects/setup-intent.js';
import {
  isThinEventType,
  type ProcessorEvent,
  type SnapshotEvent,
  type ThinEvent,
  type ThinEventType,
} from './processor-event.js';

/** The codec of an event's object, by the event's type. */
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
  'checkout.session.async_payment_failed': CheckoutSessionSnapshot,
  'checkout.session.async_payment_succeeded': CheckoutSessionSnapshot,
  'checkout.session.completed': CheckoutSessionSnapshot,
  'checkout.session.expired': CheckoutSessionSnapshot,
  'customer.created': Customer,
  'customer.deleted': Customer,
  'customer.source.created': CustomerSource,
  'customer.source.deleted': CustomerSource,
  'customer.source.expiring': CustomerSource,
  'customer.source.updated': CustomerSource,
  'customer.updated': Customer,
  'mandate.updated': DebitMandate,
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
  'payout.canceled': Payout,
  'payout.created': Payout,
  'payout.failed': Payout,
  'payout.paid': Payout,
  'payout.reconciliation_completed': Payout,
  'payout.updated': Payout,
  'refund.created': Refund,
  'refund.failed': Refund,
  'refund.updated': Refund,
  'setup_intent.canceled': SetupIntent,
  'setup_intent.created': SetupIntent,
  'setup_intent.requires_action': SetupIntent,
  'setup_intent.setup_failed': SetupIntent,
  'setup_intent.succeeded': SetupIntent,
} as const;

/** The event types whose objects are typed. */
export type KnownEventType = keyof typeof eventObjects;

/**
 * An event of type `T`: its object is typed where Pasarela knows the type. Types such as `v2.core.account.updated` give thin
 * events. With `*`, or a type that is only `string`, it may be any event.
 */
export type EventOf<T extends string> = T extends KnownEventType | OutcomeType
  ? // Without `data` of any event, whose object may have any field, so that a misspelt field does not compile.
    Omit<SnapshotEvent, 'type' | 'data'> & {
      /** The type of the event. */
      readonly type: T;
      /** The object of the event. */
      readonly data: Omit<SnapshotEvent['data'], 'object'> & {
        /** The object as it was when the event happened. */
        readonly object: t.TypeOf<(typeof eventObjects & typeof outcomeObjects)[T]>;
      };
    }
  : T extends ThinEventType
    ? ThinEvent & { readonly type: T }
    : string extends T
      ? ProcessorEvent
      : T extends '*'
        ? ProcessorEvent
        : SnapshotEvent;

const objects: { readonly [type: string]: t.Decoder<unknown, unknown> } = {
  ...eventObjects,
  ...outcomeObjects,
};

/** Why an event does not fit its type. */
export type EventProblem = { readonly type: string } & (
  | { readonly _tag: 'ThinEventExpected' }
  | { readonly _tag: 'SnapshotEventExpected' }
  | { readonly _tag: 'WrongObject'; readonly problem: DecodeProblem }
);

/** Why an event does not fit its type; `undefined` when it does, or when Pasarela does not know the type. */
export const eventProblem = (event: ProcessorEvent): EventProblem | undefined => {
  const { type } = event;
  if (event.object === 'v2.core.event') {
    return isThinEventType(type) ? undefined : { _tag: 'SnapshotEventExpected', type };
  }
  if (isThinEventType(type)) return { _tag: 'ThinEventExpected', type };
  const codec = Object.hasOwn(objects, type) ? objects[type] : undefined;
  if (codec === undefined) return undefined;
  const decoded = decodeObject(codec)(event.data.object);
  return E.isLeft(decoded) ? { _tag: 'WrongObject', type, problem: decoded.left } : undefined;
};

/** Whether an event has this type, and an object that fits it. Every event fits `*`. */
export const isEventOf = <T extends string>(event: ProcessorEvent, type: T): event is EventOf<T> =>
  type === '*' || (event.type === type && eventProblem(event) === undefined);
