import * as t from 'io-ts';
import { printable } from './primitives.js';
import type { ProcessorEvent, SnapshotEvent, ThinEvent } from './processor-event.js';

const ObjectId = printable('Id of the object that an event is about');

/** The id of the object that an event is about; `null` where it has none. */
export const objectIdOf = (event: ProcessorEvent): string | null => {
  const id = event.object === 'event' ? event.data.object['id'] : event.related_object?.id;
  return ObjectId.is(id) ? id : null;
};

/** Whom and what an event is about, by which it is found when a customer's data are erased. */
export type EventSubjects = {
  /** `cus_...` */
  readonly customer: string | null;
  /** The payment: its intent, `pi_...`, or its charge, `ch_...`, where it has no intent. */
  readonly payment: string | null;
};

const Id = printable('Id of an object');

// An object of the processor stands in another one as its id or, expanded, whole.
const idOf = (value: unknown): string | null => {
  if (Id.is(value)) return value;
  return t.UnknownRecord.is(value) && Id.is(value['id']) ? value['id'] : null;
};

const inSnapshot = ({ data }: SnapshotEvent): EventSubjects => {
  const { object, previous_attributes: before } = data;
  const own = (kind: string): string | null => (object['object'] === kind ? idOf(object) : null);
  return {
    // A payment method that was detached says only there whose it was.
    customer: own('customer') ?? idOf(object['customer']) ?? idOf(before?.['customer']),
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

/** The customer and the payment that an event names. Refunds and disputes name the payment alone. */
export const subjectsOf = (event: ProcessorEvent): EventSubjects =>
  event.object === 'event' ? inSnapshot(event) : inThin(event);
