import { toCardObject, toMethodCard } from '../cards/card-views.js';
import type { CardObject } from '../objects/card.js';
import { deepFreeze } from '../objects/json.js';
import type { CardMethodObject, PaymentMethodObject } from '../objects/payment-method.js';
import { type CardInstrument, type Instrument, isCard } from './instrument.js';
import { methods } from './methods.js';

const before = (instrument: Instrument) =>
  ({
    id: instrument.id,
    object: 'payment_method',
    allow_redisplay: instrument.allowRedisplay,
    billing_details: instrument.billingDetails,
  }) as const;

const after = (instrument: Instrument) =>
  ({
    created: instrument.created,
    customer: instrument.customer,
    customer_account: null,
    livemode: false,
    metadata: instrument.metadata,
    ...(instrument.radarSession === undefined
      ? {}
      : { radar_options: { session: instrument.radarSession } }),
    shared_payment_granted_token: null,
  }) as const;

/** A card on the wire as a payment method. A customer's card can be shown so too. */
const toCardMethod = (instrument: CardInstrument): CardMethodObject =>
  deepFreeze({
    ...before(instrument),
    card: toMethodCard(instrument),
    ...after(instrument),
    type: 'card',
  });

/** An instrument on the wire as a payment method. */
export const toPaymentMethod = (instrument: Instrument): PaymentMethodObject => {
  if (isCard(instrument)) return toCardMethod(instrument);
  const { type, values } = instrument.face;
  return deepFreeze({
    ...before(instrument),
    ...methods[type].shown(values, instrument.billingDetails),
    ...after(instrument),
    type,
  });
};

/** A customer's card on the wire. */
export const toSource = (instrument: Instrument): CardObject => {
  if (!isCard(instrument)) throw new Error(`${instrument.id} is not a card`);
  return deepFreeze(toCardObject(instrument));
};
