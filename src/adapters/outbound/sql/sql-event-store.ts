import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { Database } from './database.js';
import { createSqlInbox } from './events/create-sql-inbox.js';
import { createSqlQueue } from './events/create-sql-queue.js';

/** Received events and their queue in a database, for all its instances. */
export const createSqlEventStore = (database: Database): EventStore => {
  const inbox = createSqlInbox(database);
  const queue = createSqlQueue(database);
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const announced = <E, A>(change: TE.TaskEither<E, A>): TE.TaskEither<E, A> =>
    pipe(
      change,
      TE.tapIO(() => changed),
    );

  return {
    ...inbox,
    store: (...event) => announced(inbox.store(...event)),
    ...queue,
    conclude: (...ended) => announced(queue.conclude(...ended)),
    replay: (...event) => announced(queue.replay(...event)),
    replayAll: (...events) => announced(queue.replayAll(...events)),
    onDue: (listener) => {
      const own = (): void => listener();
      listeners.add(own);
      const forget = queue.onDue(own);
      return () => {
        listeners.delete(own);
        forget();
      };
    },
  };
};
