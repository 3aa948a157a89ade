import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ListedEvent } from '../../domain/events/processor-event.js';
import type { List } from '../../domain/input/list.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { Page } from './payment-processor.js';

/** Events created from `createdFrom` and before `createdTo`, Unix seconds. Without `createdTo`, up to now. */
export type EventRange = { readonly createdFrom: number; readonly createdTo?: number };

/** The list of events that the processor keeps. Stripe keeps them for 30 days. */
export type EventSource = {
  /** Reads a page of events, newest first. */
  readonly listEvents: (
    page: EventRange & Page<string>,
  ) => TE.TaskEither<ProcessorError, List<ListedEvent>>;
};
