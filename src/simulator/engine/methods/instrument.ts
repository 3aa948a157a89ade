import type { Metadata } from '../../../domain/objects/metadata.js';
import type { StoredCard } from '../cards/stored-card.js';
import { type BillingDetails, emptyBillingDetails } from '../objects/address.js';
import type { AllowRedisplay } from '../objects/card.js';
import { deepFreeze } from '../objects/json.js';
import type { CustomerAcceptance } from '../objects/mandate.js';
import type { StoredMethod } from './method.js';

type SharedFields = {
  readonly id: string;
  readonly created: number;
  readonly customer: string | null;
  /** Whether the bank has checked it, as it does when an instrument is attached or charged. */
  readonly checked: boolean;
  /** Whether it is set up for payments without the customer. */
  readonly setUp: boolean;
  /** Whether it was detached, or charged without a customer: it can never be used again. */
  readonly detached: boolean;
  readonly metadata: Metadata;
  readonly billingDetails: BillingDetails;
  readonly allowRedisplay: AllowRedisplay;
  /** Absent: none. */
  readonly radarSession?: string;
};

/** A customer's card (`card_...`), or a payment method that is a card (`pm_...`). */
export type CardInstrument = SharedFields & {
  readonly kind: 'card' | 'payment_method';
  /** The name of the field in snapshots. */
  readonly face: StoredCard;
};

/** A payment method that is not a card. */
export type MethodInstrument = SharedFields & {
  readonly kind: 'payment_method';
  readonly face: StoredMethod;
  /** The mandate for all payments to come; absent: none. */
  readonly mandate?: string;
  /** The agreement to be debited once this payment is approved; absent: none. */
  readonly acceptance?: CustomerAcceptance;
};

/** Everything that can be charged. */
export type Instrument = CardInstrument | MethodInstrument;

/** Whether an instrument is a card. */
export const isCard = (instrument: Instrument): instrument is CardInstrument =>
  'testCard' in instrument.face;

/** The type of an instrument on the wire. */
export const typeOfInstrument = ({ face }: Pick<Instrument, 'face'>) =>
  'testCard' in face ? 'card' : face.type;

/** A new instrument. One with a customer counts as checked. */
export const newInstrument = <K extends Instrument['kind'], F extends Instrument['face']>(
  fields: Pick<SharedFields, 'id' | 'created' | 'customer'> & {
    readonly kind: K;
    readonly face: F;
  } & Partial<
      Pick<SharedFields, 'metadata' | 'billingDetails' | 'allowRedisplay' | 'radarSession'>
    >,
): SharedFields & { readonly kind: K; readonly face: F } =>
  deepFreeze({
    metadata: {},
    billingDetails: emptyBillingDetails,
    allowRedisplay: 'unspecified' as const,
    ...fields,
    checked: fields.customer !== null,
    setUp: false,
    detached: false,
  });
