import type {
  Database,
  Statement,
  Transaction,
} from '../../../src/adapters/outbound/sql/database.js';

/** The database with a report of every statement that it runs. */
export const recordedDatabase = (
  database: Database,
  ran: (...statement: Statement) => void,
): Database => {
  const recording =
    <A>(run: (...statement: Statement) => A): ((...statement: Statement) => A) =>
    (...statement) => {
      ran(...statement);
      return run(...statement);
    };
  const recordingIn =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction((query, last) => work(recording(query), recording(last)));
  return {
    ...database,
    query: recording(database.query),
    queryWithoutSync: recording(database.queryWithoutSync),
    change: recording(database.change),
    changeWithoutSync: recording(database.changeWithoutSync),
    transaction: recordingIn(database.transaction),
    sharing: (lock) => recordingIn(database.sharing(lock)),
  };
};
