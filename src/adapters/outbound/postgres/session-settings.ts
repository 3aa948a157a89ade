import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Listener } from './announcements.js';
import { runStatement } from './connection.js';

const unusedPlans = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'material'];

/** PostgreSQL's settings for the statements of the stores. */
const settings: ReadonlyArray<readonly [string, string]> = Object.entries({
  // A webhook gets its 200 only once its event is on disk, whatever the server's default is.
  synchronous_commit: 'on',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  // Every statement has its index. After thousands of events were added or deleted, PostgreSQL's statistics are outdated, and it
  // would choose a plan that reads all of them for each claim.
  ...Object.fromEntries(unusedPlans.map((plan) => [`enable_${plan}`, 'off'])),
  jit: 'off',
});

/** They hold until the transaction ends. */
export const settingsOfTransaction: ReadonlyArray<string> = settings.map(
  ([name, value]) => `SET LOCAL ${name} = '${value}'`,
);

/** The parameter with which a connection starts: they hold until it ends. */
export const settingsOfConnection: string = [
  ...settings,
  // Single statements run at this isolation level too, whatever the server's default is.
  ['default_transaction_isolation', 'read\\ committed'],
]
  .map((setting) => `-c ${setting.join('=')}`)
  .join(' ');

const NoSuchParameter = t.type({ code: t.literal('08P01') });

/**
 * Whether a pooler stands before the server: it refuses that parameter, or ignores it. PgBouncer does one or the other, by
 * session and by transaction. False if that cannot be asked, because nothing responds.
 */
export const losesSettings = (connect: () => Promise<Listener>): Promise<boolean> =>
  connect().then(
    async ({ client, end }) => {
      // Of the settings, the one that a URL hardly overrides.
      const asked = await runStatement(client)('SHOW enable_material')();
      await end();
      return E.isRight(asked) && asked.right.rows[0]?.['enable_material'] === 'on';
    },
    (error: unknown) => NoSuchParameter.is(error),
  );
