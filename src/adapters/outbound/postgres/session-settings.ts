const ways = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'material'];

/** Settings, by PostgreSQL's names, under which the statements of the stores run. */
export const sessionSettings: ReadonlyArray<readonly [string, string]> = Object.entries({
  // What is answered to a webhook's sender is on the disk, also where a server's default is to hurry.
  synchronous_commit: 'on',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  // PostgreSQL takes the indexes that every statement has. What it knows of a table is old when thousands of events have just
  // come or gone, and what it plans then reads all of them for each claim.
  ...Object.fromEntries(ways.map((way) => [`enable_${way}`, 'off'])),
  jit: 'off',
});
