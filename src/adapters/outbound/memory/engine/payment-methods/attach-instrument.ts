import type { Call } from '../call.js';
import type { Instrument } from '../cards/instrument.js';
import { deepFreeze } from '../deep-freeze.js';
import { toPaymentMethod } from './to-payment-method.js';

/** Gives an instrument to a customer. */
export const attachInstrument = (
  call: Call,
  instrument: Instrument,
  customer: string,
): Instrument => {
  if (instrument.customer === customer) return instrument;
  const attached = deepFreeze({ ...instrument, customer, checked: true });
  call.state.instruments.put(attached);
  call.emit('payment_method.attached', toPaymentMethod(attached));
  return attached;
};
