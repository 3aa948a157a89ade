import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { giveUpIntent } from '../payment-intents/give-up-intent.js';
import { releaseCharge } from './release-charge.js';

/** An authorized charge that was not captured in time: what it holds is released, and its intent is canceled. */
export const lapseCharge = (call: RequestContext, charge: ChargeObject): void => {
  const intent = call.state.intents.get(charge.payment_intent ?? '');
  if (intent === undefined) releaseCharge(call, charge, true);
  else giveUpIntent(call, intent, 'expire', 'automatic');
};
