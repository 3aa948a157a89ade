import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { List } from '../../domain/list.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { ListedEvent } from '../../domain/processor-event.js';
import type { Page } from './payment-processor.js';

/** Which events, in Unix seconds: created at `createdFrom` or later, and before `createdTo`; without it, up to now. */
export type EventRange = { readonly createdFrom: number; readonly createdTo?: number };

/** Where the processor tells its events when it is asked, as long as it keeps them: Stripe does for 30 days. */
export type EventSource = {
  /** A page of them, newest first. */
  readonly listEvents: (
    page: EventRange & Page<string>,
  ) => TE.TaskEither<ProcessorError, List<ListedEvent>>;
};
