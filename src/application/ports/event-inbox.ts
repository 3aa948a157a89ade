import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventId } from '../../domain/ids.js';
import type { List } from '../../domain/list.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import type { EventHistory, EventState, StoredEvent } from '../../domain/stored-event.js';
import type { Page } from './payment-processor.js';

/** Where received events are kept, each id once. */
export type EventInbox = {
  /**
   * Keeps the event before it answers; a known id is a duplicate and changes nothing. `receivedAt`: Unix seconds.
   * `ignoredBecause`: why nobody is to handle it; absent: it is pending, and due at once. `signedWith`: a name of the secret that
   * its webhook was signed with, where it came by one.
   */
  readonly store: (
    event: ProcessorEvent,
    receivedAt: number,
    ignoredBecause?: string,
    signedWith?: string,
  ) => TE.TaskEither<StoreUnavailable, 'stored' | 'duplicate'>;
  readonly find: (id: EventId) => TE.TaskEither<StoreUnavailable, O.Option<EventHistory>>;
  /** Newest received first; `none` when the cursor is unknown. */
  readonly list: (
    page: Page<EventId> & {
      readonly type?: string;
      readonly state?: EventState;
      /** Id of the object that the events are about. */
      readonly object_id?: string;
    },
  ) => TE.TaskEither<StoreUnavailable, O.Option<List<StoredEvent>>>;
  /** Whether events can be stored now. */
  readonly ready: TE.TaskEither<StoreUnavailable, void>;
};
