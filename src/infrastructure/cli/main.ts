#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { packageVersion } from '../../adapters/outbound/package-version.js';
import { StoreProblem } from '../../adapters/outbound/sql/store-problem.js';
import type { Environment } from '../config/environment.js';
import { StartUpProblem } from './failures.js';
import { backfillHelp, fakeHelp, resolveHelp } from './help.js';

type Options<N extends string> = { readonly [K in N]?: string };
type Flags<N extends string> = { readonly [K in N]?: boolean };

const loadEnvFile = (path: string | undefined): void => {
  if (path !== undefined && !existsSync(path)) {
    throw new StartUpProblem(`the file ${path} of --env does not exist`);
  }
  const file = path ?? '.env';
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch {
    throw new StartUpProblem(`${file} cannot be read as a file of environment variables`);
  }
};

// So that what is wrong with an option is said by the name under which it was given.
const byFlag = (given: Options<string>): Environment =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`--${name}`, value]));

const program = new Command('pasarela')
  .description('Payments for Node: the HTTP service over a card processor')
  .version(packageVersion)
  .showHelpAfterError('(pasarela --help lists the commands)');

const serveCommand = program
  .command('serve')
  .description('serve the HTTP interface until SIGTERM; configured by environment variables')
  .option('--host <address>', 'address to listen on (HOST, default 127.0.0.1)')
  .option('--port <number>', 'port to listen on, 0 for a free one (PORT, default 3000)')
  // Not `--env-file`: Node 20 takes an option of that name for its own, wherever it stands.
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async ({ host, port, env }: Options<'host' | 'port' | 'env'>) => {
    loadEnvFile(env);
    // What a command needs is loaded with it, so that none waits for what another needs.
    const { serve } = await import('./serve.js');
    await serve({
      ...process.env,
      ...(host === undefined ? {} : { HOST: host }),
      ...(port === undefined ? {} : { PORT: port }),
    });
  });

// The table of variables loads all that decodes them: other commands do not wait for that.
if (process.argv.includes('serve')) {
  const { serveHelp } = await import('./serve-help.js');
  serveCommand.addHelpText('after', serveHelp);
}

program
  .command('migrate')
  .description('bring the schema of the store up to date, which serve does too')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async ({ env }: Options<'env'>) => {
    loadEnvFile(env);
    const { migrate } = await import('./migrate.js');
    await migrate(process.env);
  });

program
  .command('fake')
  .description('stand in for Stripe: serve its API from memory until SIGTERM')
  .addHelpText('after', fakeHelp)
  .option('--host <address>', 'address to listen on (default 127.0.0.1)')
  .option('--port <number>', 'port to listen on, 0 for a free one (default 12111)')
  .option('--webhook <url>', 'where every event is sent, beside registered endpoints')
  .option('--secret <whsec>', 'what is signed with that goes there (default: made of the seed)')
  .option('--seed <text>', 'the same seed gives the same ids (default: a random one)')
  .option('--clock <time>', 'where time starts, such as 2026-01-31 or 2026-01-31T18:00:00Z')
  .option('--no-card-tokens', 'refuse card tokens as sources, as accounts of today do')
  .action(
    async ({
      cardTokens,
      ...given
    }: Options<'host' | 'port' | 'webhook' | 'secret' | 'seed' | 'clock'> & {
      readonly cardTokens: boolean;
    }) => {
      const { fake } = await import('./fake.js');
      await fake(byFlag(given), { cardTokens });
    },
  );

const events = program
  .command('events')
  .description('stored events, missed ones, and those of a running pasarela fake');

events
  .command('backfill')
  .description('fetch events that the service missed from the processor into the store')
  .addHelpText('after', backfillHelp)
  .requiredOption('--since <time>', 'from when on: 24h (ago), 2026-01-31 or 2026-01-31T18:00:00Z')
  .option('--until <time>', 'events created before this (default: all up to now)')
  .option('--overlap <time>', 'how long before --since it begins, such as 30m or 0 (default 1h)')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async ({ env, ...given }: Options<'since' | 'until' | 'overlap' | 'env'>) => {
    loadEnvFile(env);
    const { backfill } = await import('./backfill-events.js');
    await backfill(process.env, byFlag(given));
  });

events
  .command('list')
  .description('list the events of the store, last received first')
  .option('--state <state>', 'only pending, handled, ignored, dead or dropped ones')
  .option('--type <type>', 'only those of this type, such as payment_intent.succeeded')
  .option('--object <id>', 'only those about this object, such as pi_...')
  .option('--limit <number>', 'how many, 1 to 1000 (default 20)')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async ({ env, ...given }: Options<'state' | 'type' | 'object' | 'limit' | 'env'>) => {
    loadEnvFile(env);
    const { listEvents } = await import('./list-events.js');
    await listEvents(process.env, byFlag(given));
  });

events
  .command('show <id>')
  .description('print an event of the store with its tries, as JSON')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async (id: string, { env }: Options<'env'>) => {
    loadEnvFile(env);
    const { showEvent } = await import('./show-event.js');
    await showEvent(process.env, id);
  });

events
  .command('replay [id]')
  .description('have the service handle an event of the store again, or all of a state')
  .option('--state <state>', 'all that are dead, ignored or handled')
  .option('--type <type>', 'of these, only those of this type')
  .option('--from <time>', 'of these, only those received then or later, such as 24h (ago)')
  .option('--to <time>', 'of these, only those received before')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(
    async (
      id: string | undefined,
      { env, ...given }: Options<'state' | 'type' | 'from' | 'to' | 'env'>,
    ) => {
      loadEnvFile(env);
      const { replayEvents } = await import('./replay-events.js');
      await replayEvents(process.env, id, byFlag(given));
    },
  );

events
  .command('erase')
  .description('erase the payloads of all events of the store about a customer; their ids stay')
  .requiredOption('--customer <id>', 'whose events, cus_...')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async ({ env, ...given }: Options<'customer' | 'env'>) => {
    loadEnvFile(env);
    const { eraseEvents } = await import('./erase-events.js');
    await eraseEvents(process.env, byFlag(given));
  });

events
  .command('resend <id>')
  .description(
    'have pasarela fake send an event again, to where it belongs or to a URL; fails unless it is taken',
  )
  .option('--url <url>', 'where pasarela fake listens (default http://127.0.0.1:12111)')
  .option('--key <key>', 'the key whose event it is (default: the one that pasarela fake names)')
  .option('--webhook <url>', 'where to send it (default: everything that it is for)')
  .action(async (id: string, given: Options<'url' | 'key' | 'webhook'>) => {
    const { resendEvent } = await import('./resend-event.js');
    await resendEvent(id, byFlag(given));
  });

const keys = program
  .command('keys')
  .description('list idempotency keys that have no answer, and settle those in doubt');

keys
  .command('list')
  .description('list the idempotency keys of the store that have no answer, oldest first')
  .option('--in-doubt', 'only keys that no running request holds')
  .option('--limit <number>', 'how many, 1 to 1000 (default 20)')
  .option('--json', 'as a JSON array; moments are Unix seconds')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(
    async ({
      env,
      inDoubt = false,
      json = false,
      ...given
    }: Options<'limit' | 'env'> & Flags<'inDoubt' | 'json'>) => {
      loadEnvFile(env);
      const { listKeys } = await import('./list-keys.js');
      await listKeys(process.env, byFlag(given), { inDoubt, json });
    },
  );

keys
  .command('resolve <key>')
  .description('settle an idempotency key in doubt, once you know what became of its request')
  .addHelpText('after', resolveHelp)
  .option('--not-done', 'it was not done: the next request with the key runs as new')
  .option('--done <id>', 'it was done: the next request is answered with this object')
  .option('--client <name>', 'whose key it is, as pasarela keys list shows it')
  .option('--customer <id>', 'with the id of a card: whose card it is')
  .option('--force', 'settle it with --done although the object may be that of another request')
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(
    async (
      key: string,
      {
        env,
        notDone = false,
        force = false,
        ...given
      }: Options<'done' | 'client' | 'customer' | 'env'> & Flags<'notDone' | 'force'>,
    ) => {
      loadEnvFile(env);
      const { resolveKey } = await import('./resolve-key.js');
      await resolveKey(process.env, key, byFlag(given), { notDone, force });
    },
  );

try {
  await program.parseAsync();
} catch (error) {
  const text =
    error instanceof StartUpProblem || error instanceof StoreProblem
      ? error.message
      : `could not start: ${String(error)}`;
  // A connection that was refused may stay open for a minute.
  process.stderr.write(`pasarela: ${text}\n`, () => process.exit(1));
}
