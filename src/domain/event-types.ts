import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { Charge } from './charge.js';
import { Customer, CustomerSource } from './customer.js';
import { decodeObject } from './decode-object.js';
import { Dispute } from './dispute.js';
import { PaymentIntentSnapshot } from './payment-intent.js';
import { PaymentMethod } from './payment-method.js';
import {
  isThinEventType,
  type ProcessorEvent,
  type SnapshotEvent,
  type ThinEvent,
  type ThinEventType,
} from './processor-event.js';
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

/** The event types whose objects are known. */
export type KnownEventType = keyof typeof eventObjects;

/**
 * An event of a type, with the object that events of this type have; of other types with any object. Events of types such as
 * `v2.core.account.updated` are thin. Of `*`, and where the type is not known, it is either.
 */
export type EventOf<T extends string> = T extends KnownEventType
  ? SnapshotEvent & {
      readonly type: T;
      readonly data: { readonly object: t.TypeOf<(typeof eventObjects)[T]> };
    }
  : T extends ThinEventType
    ? ThinEvent & { readonly type: T }
    : string extends T
      ? ProcessorEvent
      : T extends '*'
        ? ProcessorEvent
        : SnapshotEvent;

const objects: { readonly [type: string]: t.Decoder<unknown, unknown> } = eventObjects;

/** Why an event is not what events of its type are; `undefined` when it is, or when the type is not known. */
export const eventProblem = (event: ProcessorEvent): string | undefined => {
  const { type } = event;
  if (event.object === 'v2.core.event') {
    return isThinEventType(type) ? undefined : 'it is a thin event, and others of its type are not';
  }
  if (isThinEventType(type)) return 'it is not a thin event, and others of its type are';
  const codec = Object.hasOwn(objects, type) ? objects[type] : undefined;
  if (codec === undefined) return undefined;
  const decoded = decodeObject(codec)(event.data.object);
  return E.isLeft(decoded) ? `its object is no ${decoded.left}` : undefined;
};

/** Whether an event is of a type, and its object what events of that type have. Every event is of `*`. */
export const isEventOf = <T extends string>(event: ProcessorEvent, type: T): event is EventOf<T> =>
  type === '*' || (event.type === type && eventProblem(event) === undefined);
