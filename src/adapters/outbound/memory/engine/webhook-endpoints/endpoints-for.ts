import type { StoredEndpoint } from '../objects/webhook-endpoint.js';
import type { State } from '../state/state.js';

/** The enabled endpoints that ask for events of a type, oldest first. */
export const endpointsFor = (
  { webhookEndpoints }: Pick<State, 'webhookEndpoints'>,
  type: string,
): ReadonlyArray<StoredEndpoint> => {
  // Every event asks, and most processors have none.
  if (webhookEndpoints.size() === 0) return [];
  return [...webhookEndpoints.newestFirst('all')]
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((name) => name === '*' || name === type),
    )
    .toReversed();
};
