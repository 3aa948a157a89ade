import { toPaymentMethod } from '../cards/card-views.js';
import type { Instrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';

/** Gives an instrument to a customer. */
export const attachInstrument = (
  call: RequestContext,
  instrument: Instrument,
  customer: string,
): Instrument => {
  if (instrument.customer === customer) return instrument;
  const attached = deepFreeze({ ...instrument, customer, checked: true });
  call.state.instruments.put(attached);
  call.emit('payment_method.attached', toPaymentMethod(attached));
  return attached;
};
