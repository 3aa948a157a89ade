import type { State } from '../state/state.js';
import type { StoredEndpoint } from './stored-endpoint.js';

/** The enabled endpoints that ask for events of a type, oldest first. */
export const endpointsFor = (
  { webhookEndpoints }: Pick<State, 'webhookEndpoints'>,
  type: string,
): ReadonlyArray<StoredEndpoint> =>
  [...webhookEndpoints.newestFirst('all')]
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((name) => name === '*' || name === type),
    )
    .toReversed();
