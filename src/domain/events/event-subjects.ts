import * as t from 'io-ts';
import { isObject, isPlainObject } from '../input/json.js';
import { printable } from '../input/primitives.js';
import type { ProcessorEvent, SnapshotEvent, ThinEvent } from './processor-event.js';

const ObjectId = printable('Id of the object that an event is about');

/** The id of the event's object; `null` when it has none. */
export const objectIdOf = (event: ProcessorEvent): string | null => {
  const id = event.object === 'event' ? event.data.object['id'] : event.related_object?.id;
  return ObjectId.is(id) ? id : null;
};

/** The customer and the payment of an event. They find the events to erase with a customer's data. */
export type EventSubjects = {
  /** `cus_...` */
  readonly customer: string | null;
  /** The payment intent, `pi_...`, or the charge, `ch_...`, when there is no intent. */
  readonly payment: string | null;
};

const Id = printable('Id of an object');

// The processor refers to an object by its id or, expanded, by the whole object.
const idOf = (value: unknown): string | null => {
  if (Id.is(value)) return value;
  return t.UnknownRecord.is(value) && Id.is(value['id']) ? value['id'] : null;
};

/** The parts of an object or array that are objects or arrays. The names in `metadata` are the application's. */
const partsOf = (object: object): ReadonlyArray<object> => {
  const parts: Array<object> = [];
  if (Array.isArray(object)) {
    for (const value of object) if (isObject(value)) parts[parts.length] = value;
    return parts;
  }
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value) && name !== 'metadata') parts[parts.length] = value;
  }
  return parts;
};

/** The first customer that is named inside an object, such as in the `account_holder` of a financial account. */
const nestedCustomer = (object: object): string | null => {
  // Level by level: the parts of each part follow all others that are as deep.
  const parts = [...partsOf(object)];
  for (const part of parts) {
    if (isPlainObject(part)) {
      const id = idOf(part['customer']) ?? idOf(part['related_customer']);
      if (id !== null) return id;
    }
    for (const inner of partsOf(part)) parts[parts.length] = inner;
  }
  return null;
};

const nobody: EventSubjects = { customer: null, payment: null };

const inSnapshot = ({ data }: SnapshotEvent): EventSubjects => {
  const { object, previous_attributes: before } = data;
  // Decisions have ids only. Erased with the data of a customer, a paid order would never be told.
  if (object['object'] === 'payment_outcome') return nobody;
  const own = (kind: string): string | null => (object['object'] === kind ? idOf(object) : null);
  return {
    // After a payment method is detached, only `previous_attributes` has its customer.
    customer:
      own('customer') ??
      idOf(object['customer']) ??
      idOf(object['related_customer']) ??
      idOf(before?.['customer']) ??
      nestedCustomer(object),
    payment:
      own('payment_intent') ??
      idOf(object['payment_intent']) ??
      own('charge') ??
      idOf(object['charge']),
  };
};

const inThin = ({ related_object: object }: ThinEvent): EventSubjects => {
  const own = (kind: string): string | null => (object?.type === kind ? idOf(object) : null);
  return { customer: own('customer'), payment: own('payment_intent') ?? own('charge') };
};

/** The customer and the payment of an event. Refunds and disputes have only the payment. */
export const subjectsOf = (event: ProcessorEvent): EventSubjects =>
  event.object === 'event' ? inSnapshot(event) : inThin(event);
