import type { Delivery } from '../../fake-server/webhooks/delivery.js';

/** A try to send an event, in a line: what came of it, and of which event. */
export const describeDelivery = (delivery: Delivery): string => {
  const { status, error, type, event, attempt, next_attempt, resent } = delivery;
  const again =
    next_attempt === null ? '' : `, again at ${new Date(next_attempt * 1000).toISOString()}`;
  const which = attempt > 1 || next_attempt !== null ? ` (try ${attempt}${again})` : '';
  return `webhook ${status ?? error} ${type} ${event}${resent ? ' (sent again)' : which}`;
};
