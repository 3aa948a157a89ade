import type { Delivery } from '../../fake-server/webhooks/delivery.js';

/** A line about one attempt to deliver a webhook: its result and its event. */
export const describeDelivery = (delivery: Delivery): string => {
  const { status, error, type, event, attempt, next_attempt, resent } = delivery;
  const again =
    next_attempt === null ? '' : `, next at ${new Date(next_attempt * 1000).toISOString()}`;
  const which = attempt > 1 || next_attempt !== null ? ` (try ${attempt}${again})` : '';
  return `webhook ${status ?? error} ${type} ${event}${resent ? ' (resent)' : which}`;
};
