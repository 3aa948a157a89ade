import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { createPort } from '../../../adapters/outbound/memory/create-port.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import {
  andThen,
  anyText,
  type Check,
  optional,
  parsed,
  textThat,
} from '../../../application/checked-input.js';
import {
  type FakeServerOptions,
  type Fixture,
  isWebhookSecret,
  loadFixture,
  type SwitchableMethod,
  someMethods,
  startFakeServer,
  writeFixtureFile,
} from '../../../simulator/server.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { collectProblems, listed, numberWithin, readSetting } from '../../config/settings.js';
import { anExactUrl, aPublicUrl } from '../../config/urls.js';
import { createLogDestination } from '../../log-destination.js';
import { createLogger } from '../../logger.js';
import { screenOf } from '../../terminal/screen.js';
import { CommandProblem, decodedOrThrow, listenProblem } from '../failures.js';
import { runCommand } from '../run-command.js';
import { exitCodeOf, stopSignal } from '../stop-signal.js';
import { aMoment } from '../time-options.js';
import { fakeOutput, fakeVariables } from './fake-output.js';

// The fee of each charge: a percentage, and after a comma minor units.
const feeRate = parsed(
  'must be a percentage, with or without minor units after a comma, such as 1.5,25',
  (text) => {
    const [, percent, fixed = '0'] =
      /^((?:100|\d{1,2})(?:\.\d{1,4})?)(?:,(\d{1,9}))?$/.exec(text) ?? [];
    return percent === undefined || Number(percent) > 100
      ? undefined
      : { percent: Number(percent), fixed: Number(fixed) };
  },
);

/** A clock that starts at `start` and runs at normal speed. */
const clockFrom = (start: number): (() => number) => {
  const begun = systemClock();
  return () => start + systemClock() - begun;
};

// In milliseconds.
const flushPatience = 1000;

const aStart: Check<number> = {
  read: (text, name) => (text === 'now' ? E.right(systemClock()) : aMoment.read(text, name)),
};

const methodList: Check<ReadonlyArray<SwitchableMethod>> = andThen(listed, someMethods.read);

const webhookSecret = textThat('must begin with whsec_', isWebhookSecret);

const fixtureAt = async (path: string): Promise<Fixture> => {
  const loaded = await loadFixture(path)();
  if (E.isLeft(loaded)) throw new CommandProblem(`--fixture ${loaded.left}`);
  return loaded.right;
};

// Checked at the start: later the work of a session would be lost.
const checkFolder = async (path: string): Promise<void> => {
  try {
    await access(dirname(path), constants.W_OK);
  } catch {
    throw new CommandProblem(`--save ${path}: its folder does not exist, or cannot be written to`);
  }
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory() === true) {
    throw new CommandProblem(`--save ${path}: this is a folder: name a file in it`);
  }
};

const printProblem = (text: string): void => {
  process.stderr.write(`pasarela: ${text}\n`);
};

const save = async (path: string, fixture: Fixture): Promise<void> => {
  const written = await writeFixtureFile(path, fixture)();
  if (E.isLeft(written)) throw new CommandProblem(`--save ${written.left}`);
  if (fixture.snapshot.idsMade === 0) {
    printProblem(`${path} is empty: nothing was made with the key in STRIPE_SECRET_KEY`);
  }
};

type Given = Required<Pick<FakeServerOptions, 'cardTokens'>> & {
  /** A command and its arguments; empty: none. */
  readonly command: ReadonlyArray<string>;
  readonly json: boolean;
};

/**
 * `pasarela fake`: runs a local server that speaks Stripe's protocol, until SIGTERM or SIGINT, or until the given command
 * ends.
 */
export const fakeCommand = async (
  options: Environment,
  { cardTokens, command, json }: Given,
): Promise<void> => {
  const alone = command.length === 0;
  const given = <A>(name: string, check: Check<A>) => readSetting(options, name, check);
  // An image sets the variables of the service for both commands.
  const orVariable = (name: string, variable: string): string | undefined =>
    readVariable(options, name) ?? readVariable(process.env, variable);
  const {
    port,
    publicUrl,
    webhook,
    secret,
    start,
    maxAccounts,
    searchDelay,
    fees,
    methods,
    fixturePath,
    savePath,
  } = decodedOrThrow(
    collectProblems({
      port: given('--port', numberWithin({ from: 0, to: 65_535, fallback: alone ? 12_111 : 0 })),
      publicUrl: optional(aPublicUrl).read(
        orVariable('--public-url', 'PUBLIC_URL'),
        '--public-url',
      ),
      webhook: given('--webhook', optional(anExactUrl)),
      secret: given('--secret', optional(webhookSecret)),
      start: given('--clock', optional(aStart)),
      maxAccounts: given(
        '--max-accounts',
        numberWithin({ from: 1, to: 1_000_000, fallback: 1000 }),
      ),
      searchDelay: given('--search-delay', numberWithin({ from: 0, to: 86_400, fallback: 0 })),
      fees: given('--fees', optional(feeRate)),
      methods: given('--methods', optional(methodList)),
      fixturePath: given('--fixture', optional(anyText)),
      savePath: given('--save', optional(anyText)),
    }),
  );
  const output = createLogDestination(process.stdout);
  const { started, ...onEvents } = fakeOutput(
    output.write,
    screenOf(process.stdout, process.env),
    json,
  );
  const host = orVariable('--host', 'HOST') ?? '127.0.0.1';
  const seed = readVariable(options, '--seed');
  if (savePath !== undefined) await checkFolder(savePath);
  const fixture = fixturePath === undefined ? undefined : await fixtureAt(fixturePath);

  const server = await startFakeServer(createPort, {
    host,
    port,
    maxAccounts,
    cardTokens,
    searchDelay,
    logger: createLogger('info'),
    webhook: {
      ...(webhook === undefined ? {} : { url: webhook }),
      ...(secret === undefined ? {} : { secret }),
    },
    // The output of a command stays its own.
    ...(alone ? onEvents : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(seed === undefined ? {} : { seed }),
    ...(start === undefined ? {} : { clock: clockFrom(start) }),
    ...(fees === undefined ? {} : { fees }),
    ...(methods === undefined ? {} : { methods }),
    ...(fixture === undefined ? {} : { fixture }),
  }).catch((error: unknown) => {
    throw listenProblem(error, host, port);
  });
  // Registered before the start-up line: a program that reads the line may send a signal immediately.
  const abandoned = new AbortController();
  const stopped = stopSignal((signal) => {
    printProblem(
      `${signal} again: it ends at once${savePath === undefined ? '' : ' and saves nothing'}`,
    );
    abandoned.abort();
    process.exit(exitCodeOf(signal));
  });
  if (alone) output.write(started(server, webhook));
  const code = alone
    ? await stopped.then(() => 0)
    : await runCommand(command, fakeVariables(server), stopped, abandoned.signal);
  if (savePath !== undefined) {
    if (code === 0) await save(savePath, server.fixture());
    else printProblem(`the command failed, so ${savePath} was not written`);
  }
  await server.close();
  await output.flush(flushPatience);
  // A reader of the output that stalls must not keep the process.
  process.exit(code);
};
