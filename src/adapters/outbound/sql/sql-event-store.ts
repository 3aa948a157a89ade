import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import { createListeners } from '../listeners.js';
import type { Database } from './database.js';
import { createSqlInbox } from './events/create-sql-inbox.js';
import { createSqlQueue } from './events/create-sql-queue.js';

/** Received events and their queue in a database, for all its instances. */
export const createSqlEventStore = (database: Database): EventStore => {
  const inbox = createSqlInbox(database);
  const queue = createSqlQueue(database);
  const listeners = createListeners();
  const announced = <E, A>(change: TE.TaskEither<E, A>): TE.TaskEither<E, A> =>
    pipe(
      change,
      TE.tapIO(() => listeners.call),
    );

  return {
    ...inbox,
    store: (...event) => announced(inbox.store(...event)),
    ...queue,
    conclude: (...ended) => announced(queue.conclude(...ended)),
    replay: (...event) => announced(queue.replay(...event)),
    replayAll: (...events) => announced(queue.replayAll(...events)),
    onDue: (listener) => {
      const forgetOwn = listeners.add(listener);
      const forgetOthers = queue.onDue(listener);
      return () => {
        forgetOwn();
        forgetOthers();
      };
    },
  };
};
