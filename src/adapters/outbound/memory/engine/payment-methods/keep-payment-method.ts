import type { Instrument } from '../cards/stored-card.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { FoundPaymentMethod } from './find-payment-method.js';

/** The instrument that was found. A fresh one gets its id, and its place among the others. */
export const keepPaymentMethod = (
  call: RequestContext,
  { instrument, fresh }: FoundPaymentMethod,
): Instrument => {
  if (!fresh) return instrument;
  const kept = deepFreeze({ ...instrument, id: call.newId('pm') });
  call.state.instruments.put(kept);
  return kept;
};
