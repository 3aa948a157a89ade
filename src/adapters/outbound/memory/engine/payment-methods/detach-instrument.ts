import { toCardObject, toPaymentMethod } from '../cards/card-views.js';
import type { Instrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import { changedFields, deepFreeze } from '../objects/json.js';

/**
 * Takes an instrument from its customer: a card is gone for its merchant, a payment method stays but
 * cannot be used any more. Refunds of its charges still go by what it was.
 */
export const detachInstrument = (call: RequestContext, instrument: Instrument): void => {
  const detached = deepFreeze({ ...instrument, customer: null, detached: true });
  call.state.instruments.put(detached);
  if (instrument.kind === 'card') {
    call.emit('customer.source.deleted', toCardObject(instrument));
    return;
  }
  call.emit(
    'payment_method.detached',
    toPaymentMethod(detached),
    changedFields(toPaymentMethod(instrument), toPaymentMethod(detached)),
  );
};
