import { Command, CommanderError, Option } from 'commander';
import { StoreProblem } from '../../adapters/outbound/sql/store-problem.js';
import { packageVersion } from '../../adapters/package-version.js';
import { redact } from '../../domain/text/redact.js';
import { visible } from '../../domain/text/visible.js';
import type { Environment } from '../config/environment.js';
import { SetUpProblem } from '../set-up-problem.js';
import type { CommandIo } from './command-io.js';
import { addEnvFile } from './env-file.js';
import { CommandProblem } from './failures.js';
import {
  backfillHelp,
  doctorHelp,
  fakeHelp,
  fixHelp,
  forgetRefusalsHelp,
  reconcileHelp,
  resolveHelp,
  settleHelp,
  tortureHelp,
  triggerHelp,
} from './help.js';
import { addSecretFiles } from './secret-files.js';

type Options<N extends string> = { readonly [K in N]?: string };
type Flags<N extends string> = { readonly [K in N]?: boolean };

// Problems name an option as the user wrote it.
const byFlag = ({ env: _file, ...given }: Options<string>): Environment =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );

// Not `--env-file`: Node 20 takes an option of that name for itself, in any position.
const envOption = new Option(
  '--env <path>',
  'file with environment variables (default: .env, if it exists)',
);

// API keys and idempotency keys were under one name.
const newNameOfKeys = (name = ''): string => {
  const idempotency = ['list', 'settle', 'resolve', 'forget-refusals'];
  if (name === 'new') return 'use pasarela api-keys new';
  return idempotency.includes(name)
    ? `use pasarela idempotency ${name}`
    : `use pasarela api-keys new, or pasarela idempotency ${idempotency.join(', ')}`;
};

// It may quote the processor, or what was given.
const shown = (text: string): string => redact(text).split('\n').map(visible).join('\n');

const usualFolder = (report: false | undefined): string | null =>
  report === false ? null : 'reconcile-report';

/**
 * The words of an unknown command, such as `events lst`, without `help` and options: commander answers a request for its help with
 * the help of its group, without a word about it. `undefined`: the command is known.
 */
const unknownCommand = (
  program: Command,
  args: ReadonlyArray<string>,
): ReadonlyArray<string> | undefined => {
  const words: Array<string> = [];
  let group = program;
  for (const word of args.filter((one) => one !== 'help')) {
    if (word.startsWith('-') || group.commands.length === 0) return undefined;
    words.push(word);
    const found = group.commands.find((one) => one.name() === word);
    if (found === undefined) return words;
    group = found;
  }
  return undefined;
};

/**
 * Runs a command of `pasarela`, and returns its exit code. `serve` and `fake` end the process themselves, after a signal.
 */
export const runCommandLine = async (
  args: ReadonlyArray<string>,
  io: CommandIo,
): Promise<number> => {
  let code = 0;
  const program = new Command('pasarela')
    .description('Local Stripe server for tests, crash test for checkouts, and payments over HTTP')
    .version(packageVersion, '-v, --version', 'print the version')
    .addOption(new Option('-V').hideHelp())
    .configureOutput({
      writeOut: (text) => {
        io.stdout.write(text);
      },
      writeErr: (text) => {
        io.stderr.write(text);
      },
      outputError: (text, write) => write(shown(text)),
    })
    .exitOverride()
    .showHelpAfterError('(--help after a command shows its options)')
    .hook('preAction', (_program, command) => {
      if (!command.options.includes(envOption)) return;
      addEnvFile(io, command.optsWithGlobals<Options<'env'>>().env);
      addSecretFiles(io);
    });

  // Its short name until now.
  program.on('option:V', () => {
    io.stdout.write(`${packageVersion}\n`);
    throw new CommanderError(0, 'commander.version', packageVersion);
  });

  const serve = program
    .command('serve')
    .description('run the HTTP service until SIGTERM; configured by environment variables')
    .option('--host <address>', 'address to listen on (HOST, default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for a free one (PORT, default: 3000)')
    .option('--watch', 'reconcile the last days every hour (RECONCILE_MINUTES)')
    .addOption(envOption)
    .action(async ({ host, port, watch }: Options<'host' | 'port'> & { watch?: true }) => {
      // Each command loads its own code, so that no command waits for the code of another.
      const { serveCommand } = await import('./commands/serve.js');
      await serveCommand(
        {
          ...io.env,
          ...(host === undefined ? {} : { HOST: host }),
          ...(port === undefined ? {} : { PORT: port }),
          ...(watch === undefined
            ? {}
            : { RECONCILE_MINUTES: io.env['RECONCILE_MINUTES'] ?? '60' }),
        },
        // Problems name an option as the user wrote it.
        port === undefined ? 'PORT' : '--port',
      );
    });

  // Only the help shows the table of variables.
  if (args.includes('serve') && ['help', '--help', '-h'].some((word) => args.includes(word))) {
    const { serveHelp } = await import('./commands/serve-help.js');
    serve.addHelpText('after', serveHelp);
  }

  program
    .command('migrate')
    .description('update the schema of the store; serve does that too')
    .addOption(envOption)
    .action(async () => {
      const { migrateCommand } = await import('./commands/migrate.js');
      await migrateCommand(io);
    });

  program
    .command('doctor')
    .description('check the configuration, the store, the processor, webhooks and the clock')
    .addHelpText('after', doctorHelp)
    .option('--json', 'print a JSON object')
    .addOption(envOption)
    .action(async ({ json = false }: Flags<'json'>) => {
      const { doctorCommand } = await import('./commands/doctor.js');
      code = await doctorCommand(io, { json });
    });

  program
    .command('fake')
    .description('run a local server that speaks the API of Stripe, until SIGTERM')
    .addHelpText('after', fakeHelp)
    .option('--host <address>', 'address to listen on (default: HOST, or 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for a free one (default: 12111)')
    .option(
      '--public-url <url>',
      'URL of the server in a browser, for its pages (default: PUBLIC_URL, or its address)',
    )
    .option('--webhook <url>', 'URL that receives every event, besides registered endpoints')
    .option('--secret <whsec>', 'signing secret of --webhook (default: derived from the seed)')
    .option('--seed <text>', 'the same seed gives the same ids (default: random)')
    .option(
      '--clock <time>',
      'start time: now, 2026-01-31 or 2026-01-31T18:00:00Z (default: now, or that of --fixture)',
    )
    .option(
      '--max-accounts <number>',
      'most accounts besides the first; the least recently used is dropped (default: 1000)',
    )
    .option('--search-delay <seconds>', 'how long searches do not see a change (default: 0)')
    .option('--fees <percent,fixed>', 'what each charge costs, such as 1.5,25 (default: nothing)')
    .option(
      '--methods <names>',
      'payment methods that accounts offer (default: card,link,apple_pay,google_pay)',
    )
    .option('--fixture <path>', 'state with which every account begins, made with --save')
    .option('--save <path>', 'file for the state of the first account at the end, for --fixture')
    .option('--no-card-tokens', 'refuse card tokens as sources, as new accounts do')
    .option('--json', 'print a JSON object for the start, each request and each webhook')
    .argument('[command...]', 'program that runs against the server; the server ends with it')
    .action(
      async (
        command: ReadonlyArray<string>,
        {
          cardTokens,
          json = false,
          ...given
        }: Options<
          | 'host'
          | 'port'
          | 'publicUrl'
          | 'webhook'
          | 'secret'
          | 'seed'
          | 'clock'
          | 'maxAccounts'
          | 'searchDelay'
          | 'fees'
          | 'methods'
          | 'fixture'
          | 'save'
        > & { readonly cardTokens: boolean } & Flags<'json'>,
      ) => {
        const { fakeCommand } = await import('./commands/fake.js');
        await fakeCommand(byFlag(given), { cardTokens, command, json });
      },
    );

  program
    .command('trigger [event]')
    .description(
      'create a test event at pasarela fake, or at a service with the in-memory processor',
    )
    .addHelpText('after', triggerHelp)
    .option('--list', 'print the events that can be triggered')
    .option('--url <url>', 'address of the server (default: http://127.0.0.1:12111, pasarela fake)')
    .option('--key <key>', 'key of the account, or of a client of the service')
    .option('--method <type>', 'pay by another method than a card, such as bizum or sepa_debit')
    .action(
      async (
        event: string | undefined,
        { list = false, ...given }: Options<'url' | 'key' | 'method'> & Flags<'list'>,
      ) => {
        const { triggerCommand } = await import('./commands/trigger.js');
        await triggerCommand(io, event, byFlag(given), { list });
      },
    );

  program
    .command('init <folder>')
    .description('write a small shop that takes payments into a new folder')
    .option('--language <name>', 'typescript or javascript')
    .option('--framework <name>', 'express, fastify, hono, koa or next')
    .option('--style <name>', 'page, checkout or server: where the customer pays')
    .option(
      '--yes',
      'ask nothing: typescript, express and page, unless another option says otherwise',
    )
    .action(
      async (
        folder: string,
        { yes = false, ...answers }: Options<'language' | 'framework' | 'style'> & Flags<'yes'>,
      ) => {
        const { initCommand } = await import('./commands/init.js');
        await initCommand(io, folder, { ...answers, yes });
      },
    );

  program
    .command('torture <config>')
    .description('crash-test a checkout, and report lost or duplicated money')
    .addHelpText('after', tortureHelp)
    .option(
      '--orders <number>',
      'how many orders with incidents that are drawn (default: that of the configuration, or 200)',
    )
    .option('--seed <number>', 'the same seed gives the same plan (default: random)')
    .option('--at-once <number>', 'orders at the same time (default: 8)')
    .addOption(
      new Option('--replay <file>', 'run the plan of this file again').conflicts([
        'orders',
        'seed',
        'atOnce',
        'single',
        'pairs',
        'certificate',
        'since',
      ]),
    )
    .option('--no-single', 'do not play every single fault first')
    .option('--pairs', 'play pairs of faults on one order too, which takes minutes')
    .option(
      '--certificate <file>',
      'keep the marks of all single faults in this file, and say what is new, gone or changed',
    )
    .option(
      '--since <file>',
      'first play what did not hold in this certificate, or is not in it, and only then the rest',
    )
    .option('--no-shrink', 'do not look for the smallest plan that breaks a rule')
    .option(
      '--report <folder>',
      'folder for the reports (default: torture-report; with --replay none)',
    )
    .option('--no-report', 'write no reports')
    .option('--json', 'print the result as JSON, in place of text')
    .exitOverride((error) => {
      // 1 says that a rule is broken.
      throw new CommanderError(error.exitCode === 0 ? 0 : 2, error.code, error.message);
    })
    .action(
      async (
        config: string,
        {
          json = false,
          shrink,
          single,
          pairs = false,
          report,
          ...given
        }: Options<'orders' | 'seed' | 'atOnce' | 'replay' | 'certificate' | 'since'> &
          Flags<'json' | 'pairs'> & {
            readonly shrink: boolean;
            readonly single: boolean;
            readonly report?: string | false;
          },
      ) => {
        const { tortureCommand } = await import('./commands/torture.js');
        const usual = given.replay === undefined && report !== false ? 'torture-report' : null;
        code = await tortureCommand(io, config, byFlag(given), {
          json,
          shrink,
          single,
          pairs,
          report: typeof report === 'string' ? report : usual,
        });
      },
    );

  const events = program
    .command('events')
    .description('list, replay, erase and fetch stored events; resend events of pasarela fake');

  events
    .command('backfill')
    .description('fetch events that the service missed from the processor and store them')
    .addHelpText('after', backfillHelp)
    .requiredOption('--since <time>', 'start: 24h (ago), 2026-01-31 or 2026-01-31T18:00:00Z')
    .option('--until <time>', 'end, not included (default: now)')
    .option('--overlap <time>', 'how long before --since to start, such as 30m or 0 (default: 1h)')
    .addOption(envOption)
    .action(async (given: Options<'since' | 'until' | 'overlap'>) => {
      const { backfillCommand } = await import('./commands/backfill-events.js');
      await backfillCommand(io, byFlag(given));
    });

  events
    .command('list')
    .description('list stored events, the newest first')
    .option(
      '--state <state>',
      'only pending, handled, ignored, dead or dropped events (default: any)',
    )
    .option('--type <type>', 'only events of this type, such as payment_intent.succeeded')
    .option('--object <id>', 'only events about this object, such as pi_...')
    .option('--limit <number>', 'how many, 1 to 1000 (default: 20)')
    .option('--json', 'print a JSON array, without the payloads')
    .addOption(envOption)
    .action(
      async ({
        json = false,
        ...given
      }: Options<'state' | 'type' | 'object' | 'limit'> & Flags<'json'>) => {
        const { listEventsCommand } = await import('./commands/list-events.js');
        await listEventsCommand(io, byFlag(given), { json });
      },
    );

  events
    .command('show <id>')
    .description('print a stored event and its attempts as JSON')
    .addOption(envOption)
    .action(async (id: string) => {
      const { showEventCommand } = await import('./commands/show-event.js');
      await showEventCommand(io, id);
    });

  events
    .command('replay [id]')
    .description('let the service handle a stored event again, or all events of a state')
    .option('--state <state>', 'all dead, ignored or handled events')
    .option('--type <type>', 'with --state: only events of this type')
    .option('--from <time>', 'with --state: only events received since then, such as 24h (ago)')
    .option('--to <time>', 'with --state: only events received before then')
    .addOption(envOption)
    .action(async (id: string | undefined, given: Options<'state' | 'type' | 'from' | 'to'>) => {
      const { replayEventsCommand } = await import('./commands/replay-events.js');
      await replayEventsCommand(io, id, byFlag(given));
    });

  events
    .command('erase')
    .description('erase the payloads of all stored events about a customer; their ids stay')
    .requiredOption('--customer <id>', 'id of the customer, cus_...')
    .addOption(envOption)
    .action(async (given: Options<'customer'>) => {
      const { eraseEventsCommand } = await import('./commands/erase-events.js');
      await eraseEventsCommand(io, byFlag(given));
    });

  events
    .command('resend <id>')
    .description('let pasarela fake send an event again; fails unless every receiver accepts it')
    .option('--url <url>', 'address of pasarela fake (default: http://127.0.0.1:12111)')
    .option(
      '--key <key>',
      'key of the account of the event (default: the key that pasarela fake prints)',
    )
    .option('--webhook <url>', 'send it to this URL only (default: to all its receivers)')
    .action(async (id: string, given: Options<'url' | 'key' | 'webhook'>) => {
      const { resendEventCommand } = await import('./commands/resend-event.js');
      code = await resendEventCommand(io, id, byFlag(given));
    });

  program
    .command('api-keys')
    .description('make API keys, with which clients call the service')
    .command('new <client>')
    .description('make an API key for a client, and print it with the hash to store')
    .option('--json', 'print a JSON object')
    .action(async (client: string, { json = false }: Flags<'json'>) => {
      const { newKeyCommand } = await import('./commands/new-key.js');
      newKeyCommand(io, client, { json });
    });

  const idempotency = program
    .command('idempotency')
    .description('list idempotency keys without a response, and settle keys in doubt');

  idempotency
    .command('list')
    .description('list idempotency keys without a response, the oldest first')
    .option('--in-doubt', 'only keys that no running request holds')
    .addOption(
      new Option(
        '--unconfirmed',
        'instead, payments that the customer has authenticated and nobody has confirmed again',
      ).conflicts('inDoubt'),
    )
    .option('--limit <number>', 'how many, 1 to 1000 (default: 20)')
    .option('--json', 'print a JSON array; times are Unix seconds')
    .addOption(envOption)
    .action(
      async ({
        inDoubt = false,
        unconfirmed = false,
        json = false,
        ...given
      }: Options<'limit'> & Flags<'inDoubt' | 'unconfirmed' | 'json'>) => {
        if (unconfirmed) {
          const { listUnconfirmedCommand } = await import('./commands/list-unconfirmed.js');
          await listUnconfirmedCommand(io, byFlag(given), { json });
          return;
        }
        const { listKeysCommand } = await import('./commands/list-keys.js');
        await listKeysCommand(io, byFlag(given), { inDoubt, json });
      },
    );

  idempotency
    .command('settle [key]')
    .description('look up the outcome of a key in doubt at the processor, and store what is found')
    .addHelpText('after', settleHelp)
    .option('--all', 'all keys in doubt, the oldest first')
    .option('--client <name>', 'client of the key or keys, as pasarela idempotency list shows it')
    .option('--json', 'print a JSON array')
    .addOption(envOption)
    .action(
      async (
        key: string | undefined,
        { all = false, json = false, ...given }: Options<'client'> & Flags<'all' | 'json'>,
      ) => {
        const { settleKeysCommand } = await import('./commands/settle-keys.js');
        await settleKeysCommand(io, key, byFlag(given), { all, json });
      },
    );

  idempotency
    .command('resolve <key>')
    .description('settle an idempotency key in doubt, once you know the outcome of its request')
    .addHelpText('after', resolveHelp)
    .option('--not-done', 'the request was not carried out: the next one with the key runs as new')
    .option('--done <id>', 'the request was carried out: the next one gets this object')
    .option('--client <name>', 'client of the key, as pasarela idempotency list shows it')
    .option('--customer <id>', 'with --done card_...: the customer of the card')
    .option('--force', 'settle it although the processor shows something else')
    .addOption(envOption)
    .action(
      async (
        key: string,
        {
          notDone = false,
          force = false,
          ...given
        }: Options<'done' | 'client' | 'customer'> & Flags<'notDone' | 'force'>,
      ) => {
        const { resolveKeyCommand } = await import('./commands/resolve-key.js');
        await resolveKeyCommand(io, key, byFlag(given), { notDone, force });
      },
    );

  idempotency
    .command('forget-refusals')
    .description('free the idempotency keys of requests that the processor refused')
    .addHelpText('after', forgetRefusalsHelp)
    .option('--since <time>', 'only refusals from this time on: 2026-01-31T18:00:00Z, or 30m')
    .option('--until <time>', 'only refusals up to this time (default: now)')
    .option('--dry-run', 'print the keys, and free none')
    .option('--json', 'print a JSON object; times are Unix seconds')
    .addOption(envOption)
    .action(
      async ({
        dryRun = false,
        json = false,
        ...given
      }: Options<'since' | 'until'> & Flags<'dryRun' | 'json'>) => {
        const { forgetRefusalsCommand } = await import('./commands/forget-refusals.js');
        await forgetRefusalsCommand(io, byFlag(given), { dryRun, json });
      },
    );

  const reconcile = program
    .command('reconcile')
    .description('compare the payments of a time with the orders of the shop and with payouts')
    .addHelpText('after', reconcileHelp)
    .option('--from <time>', 'start: 30d (ago), 2026-11-01 or 2026-11-01T00:00:00Z')
    .option('--to <time>', 'end, not included (default: now)')
    .option(
      '--orders <source>',
      'orders of the shop: a file, - for standard input, an HTTP address or a module',
    )
    .option('--grace <time>', 'how long both sides may differ, such as 30m (default: 1h)')
    .option(
      '--fees <rates>',
      'rates of the account, such as "1.5,25 2.5,25" (default: not compared)',
    )
    .option('--rate <number>', 'calls a second (default: 25 at Stripe)')
    .option('--resume <file>', 'keep what was read in this file, and go on where it ended')
    .option('--locale <name>', 'en or es: how the CSV files write numbers (default: en)')
    .option('--report <folder>', 'folder for the reports (default: reconcile-report)')
    .option('--no-report', 'write no reports')
    .option('--json', 'print the result as JSON, in place of text')
    .addOption(envOption)
    .exitOverride((error) => {
      // 1 says that something does not agree.
      throw new CommanderError(error.exitCode === 0 ? 0 : 2, error.code, error.message);
    })
    .action(
      async ({
        json = false,
        report,
        ...given
      }: Options<'from' | 'to' | 'orders' | 'grace' | 'fees' | 'rate' | 'resume' | 'locale'> &
        Flags<'json'> & { readonly report?: string | false }) => {
        const { reconcileCommand } = await import('./commands/reconcile.js');
        code = await reconcileCommand(io, byFlag(given), {
          json,
          report: typeof report === 'string' ? report : usualFolder(report),
        });
      },
    );

  reconcile
    .command('fix <finding>')
    .description('show what can be done about a finding of the last report, or do it')
    .addHelpText('after', fixHelp)
    .option('--yes', 'do it')
    .option('--from-report <folder>', 'folder of the report (default: reconcile-report)')
    .addOption(envOption)
    .action(
      async (id: string, { yes = false, fromReport }: Flags<'yes'> & Options<'fromReport'>) => {
        const { fixFindingCommand } = await import('./commands/fix-finding.js');
        await fixFindingCommand(io, id, { yes, report: fromReport ?? 'reconcile-report' });
      },
    );

  const findings = program
    .command('findings')
    .description('list and mark what the reconciliation in the service has found');

  findings
    .command('list')
    .description('list them, those that nobody has seen first')
    .option('--json', 'print them as JSON')
    .addOption(envOption)
    .action(async ({ json = false }: Flags<'json'>) => {
      const { listFindingsCommand } = await import('./commands/findings.js');
      await listFindingsCommand(io, { json });
    });

  findings
    .command('seen <finding>')
    .description('mark a finding as seen, which ends its alert')
    .option('--note <text>', 'what was done about it')
    .addOption(envOption)
    .action(async (id: string, { note = '' }: Options<'note'>) => {
      const { markFindingCommand } = await import('./commands/findings.js');
      await markFindingCommand(io, id, { note });
    });

  program
    .command('keys [words...]', { hidden: true })
    .allowUnknownOption()
    .helpOption(false)
    .action(([name]: ReadonlyArray<string>) => {
      throw new CommandProblem(`keys is now two commands: ${newNameOfKeys(name)}`);
    });

  try {
    await program.parseAsync(unknownCommand(program, args) ?? args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const text =
      error instanceof CommandProblem ||
      error instanceof StoreProblem ||
      error instanceof SetUpProblem
        ? error.message
        : `unexpected error: ${String(error)}`;
    io.stderr.write(`pasarela: ${shown(text)}\n`);
    return 1;
  }
};
