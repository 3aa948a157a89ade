import type { Database, Query, Transaction } from '../../../src/adapters/outbound/sql/database.js';

/** The database with a report of every statement that it runs. */
export const recordedDatabase = (
  database: Database,
  ran: (...statement: Parameters<Query>) => void,
): Database => {
  const recording =
    (query: Query): Query =>
    (...statement) => {
      ran(...statement);
      return query(...statement);
    };
  const recordingIn =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction((query, last) => work(recording(query), recording(last)));
  return {
    ...database,
    query: recording(database.query),
    queryWithoutSync: recording(database.queryWithoutSync),
    transaction: recordingIn(database.transaction),
    sharing: (lock) => recordingIn(database.sharing(lock)),
  };
};
