import type { Instrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { attachInstrument } from './attach-instrument.js';

/** A payment that sets up its card for later: the card becomes the customer's, and needs no further challenge. */
export const setUpInstrument = (
  call: RequestContext,
  instrument: Instrument,
  { setup_future_usage, customer, payment_method_options: { card } }: PaymentIntentObject,
): void => {
  const usage = card.setup_future_usage ?? setup_future_usage;
  if (usage === null || usage === 'none') return;
  const owned = customer === null ? instrument : attachInstrument(call, instrument, customer);
  if (usage === 'off_session' && !owned.setUp) {
    call.state.instruments.put(deepFreeze({ ...owned, setUp: true }));
  }
};
