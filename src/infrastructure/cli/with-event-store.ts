import type { EventStore } from '../../application/ports/event-store.js';
import type { Config } from '../config/config.js';
import { withStores } from './with-stores.js';

/** Opens the store of events that a service uses too, and closes it in the end. */
export const withEventStore = (
  config: Pick<Config, 'store' | 'logLevel'>,
  use: (events: EventStore) => Promise<void>,
): Promise<void> => withStores(config, ({ eventStore }) => use(eventStore));
