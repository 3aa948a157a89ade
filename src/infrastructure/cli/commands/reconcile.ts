import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { optional, parsed, withDefault } from '../../../application/checked-input.js';
import { ownerOf } from '../../../application/idempotency/store-owner.js';
import { silentLogger } from '../../../application/ports/logger.js';
import type {
  LedgerPart,
  ReconciliationLedger,
} from '../../../application/ports/reconciliation-ledger.js';
import { silentTelemetry } from '../../../application/ports/telemetry.js';
import { followSessions } from '../../../application/reconciliation/follow-sessions.js';
import type { Reconciliation } from '../../../application/reconciliation/judge-ledger.js';
import {
  type Patience,
  readProcessorLedger,
} from '../../../application/reconciliation/read-processor-ledger.js';
import type { FeeTariff } from '../../../domain/reconciliation/ledger-rule.js';
import { redact } from '../../../domain/text/redact.js';
import { visible } from '../../../domain/text/visible.js';
import { type Config, decodeConfig } from '../../config/config.js';
import { type Environment, readVariable } from '../../config/environment.js';
import {
  collectProblems,
  oneOfWords,
  readSetting,
  wholeNumberBetween,
} from '../../config/settings.js';
import { loadProcessor, type ServiceProcessor } from '../../load-processor.js';
import { createCallPace } from '../../reconciliation/call-pace.js';
import type { CsvLocale } from '../../reconciliation/csv.js';
import { judgeSides } from '../../reconciliation/judge-sides.js';
import { keepOrders } from '../../reconciliation/keep-orders.js';
import { ordersFrom } from '../../reconciliation/order-sources.js';
import { OrdersProblem } from '../../reconciliation/orders-problem.js';
import { type OwnSide, readOwnSide } from '../../reconciliation/read-own-side.js';
import { createReadingProgress } from '../../reconciliation/reading-progress.js';
import {
  type ReconciliationFiles,
  resultJson,
  writeReconciliation,
} from '../../reconciliation/result-files.js';
import { resultText } from '../../reconciliation/result-text.js';
import { painter } from '../../terminal/paint.js';
import { screenOf } from '../../terminal/screen.js';
import type { CommandIo } from '../command-io.js';
import { unlessEndedEarly } from '../early-end.js';
import { CommandProblem, decodedOrThrow, describeCallFailure, valueOrThrow } from '../failures.js';
import { refuseOtherAccount } from '../refuse-other-account.js';
import { exitCodeOf } from '../stop-signal.js';
import { aDuration, aMoment, aPastMoment, showMoment } from '../time-options.js';
import { withPayments } from '../with-payments.js';

/** Exit codes of `pasarela reconcile`. */
const exitCodes = { agrees: 0, found: 1, problem: 2 } as const;

const ratesOf = (text: string): ReadonlyArray<FeeTariff> | undefined => {
  const rates = text.split(/\s+/).map((rate) => {
    const [, whole, fraction = '', fixed] =
      /^(\d{1,2})(?:\.(\d{1,4}))?,(\d{1,6})$/.exec(rate) ?? [];
    return whole === undefined
      ? null
      : { percent: Number(`${whole}${fraction.padEnd(4, '0')}`), fixed: Number(fixed) };
  });
  const read = rates.filter((rate) => rate !== null);
  return read.length === rates.length ? read : undefined;
};

const aFeeList = parsed(
  'must be the rates of your account, such as "1.5,25" or "1.5,25 2.5,25": percent, and minor units for each charge',
  ratesOf,
);

type Chosen = {
  readonly from: number;
  readonly to: number;
  readonly grace: number;
  readonly fees: ReadonlyArray<FeeTariff>;
  readonly locale: CsvLocale;
  /** Calls a second; `undefined`: as many as the processor takes. */
  readonly rate: number | undefined;
};

const decodeChoices = (
  options: Environment,
  now: number,
  usualRate: number | undefined,
): Chosen => {
  const from = decodedOrThrow(readSetting(options, '--from', optional(aPastMoment(now))));
  if (from === undefined)
    throw new CommandProblem('--from is missing: pass the first day, such as 2026-11-01');
  const chosen = decodedOrThrow(
    collectProblems({
      to: readSetting(options, '--to', withDefault(aMoment, now)),
      grace: readSetting(options, '--grace', withDefault(aDuration, 3600)),
      fees: readSetting(options, '--fees', withDefault(aFeeList, [])),
      locale: readSetting(options, '--locale', withDefault(oneOfWords('en', 'es'), 'en')),
      rate: readSetting(options, '--rate', optional(wholeNumberBetween({ from: 1, to: 10_000 }))),
    }),
  );
  if (from >= chosen.to) {
    throw new CommandProblem(`--from must be before --to; it is ${showMoment(from)}`);
  }
  return { ...chosen, from, rate: chosen.rate ?? usualRate };
};

const ownSideOf = async (
  config: Config,
  ledger: ReconciliationLedger,
  chosen: Chosen,
  { now, hasStoreUrl }: { readonly now: number; readonly hasStoreUrl: boolean },
  turn: () => Promise<void>,
): Promise<OwnSide> => {
  const { store } = config;
  const isThere = store.kind !== 'file' || existsSync(store.path);
  if (store.kind === 'memory' || (!isThere && !hasStoreUrl)) {
    const reason = hasStoreUrl
      ? 'a store in memory is visible only to its own process'
      : 'DATABASE_URL is not set';
    return {
      eventsSince: null,
      keys: [],
      skipped: [`stored events and idempotency keys, because ${reason}`],
    };
  }
  let side: OwnSide | undefined;
  await withPayments(config, async ({ stores, lookUp }) => {
    await refuseOtherAccount(config, stores.idempotencyStore, { mayAccept: false });
    side = valueOrThrow(await readOwnSide({ stores, config, ledger, lookUp, turn, now })(chosen)());
  });
  return side ?? { eventsSince: null, keys: [], skipped: [] };
};

type Given = {
  readonly json: boolean;
  /** Folder of the reports; `null`: none. */
  readonly report: string | null;
};

const filesText = ({ page, lines, findings, json, junit }: ReconciliationFiles): string =>
  [
    ['page', page],
    ['every line', lines],
    ['findings', findings],
    ['JSON', json],
    ['JUnit XML', junit],
  ]
    .map(([name = '', path = '']) => `  ${name.padEnd(12)}${path}\n`)
    .join('');

/** Does something before a signal ends the process. Returns a function that forgets it. */
const onSignal = (work: () => void): (() => void) => {
  const end = (signal: NodeJS.Signals): void => {
    work();
    process.exit(exitCodeOf(signal));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => {
    process.off('SIGINT', end).off('SIGTERM', end);
  };
};

/** A ledger in a temporary folder, or in the file of `--resume`. */
const openLedger = async (
  resume: string | undefined,
): Promise<{ readonly ledger: ReconciliationLedger; readonly remove: () => void }> => {
  const { openReconciliationLedger } = await import(
    '../../../adapters/outbound/sqlite/reconciliation-ledger.js'
  );
  if (resume !== undefined) {
    const folder = dirname(resume);
    if (!existsSync(folder)) {
      throw new CommandProblem(
        `--resume ${resume}: the folder ${folder} does not exist: create it`,
      );
    }
    const ledger = await openReconciliationLedger(resume).catch(() => {
      throw new CommandProblem(
        `--resume ${resume}: it is a file of something else, or it cannot be written: name another one`,
      );
    });
    return { ledger, remove: () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-reconcile-'));
  const ledger = await openReconciliationLedger(join(folder, 'ledger.sqlite'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const stopListening = onSignal(remove);
  return {
    ledger,
    remove: () => {
      stopListening();
      remove();
    },
  };
};

const missingParts: { readonly [P in LedgerPart]?: string } = {
  disputes: 'disputes, because the processor has none',
  transactions: 'the balance and its fees, because the processor has none',
  payouts: 'payouts, because the processor has none',
};

const pause = (ms: number): Promise<void> => sleep(ms);

const readProcessor = async (
  io: CommandIo,
  processor: ServiceProcessor,
  ledger: ReconciliationLedger,
  chosen: Chosen,
  turn: () => Promise<void>,
): Promise<ReadonlyArray<string>> => {
  const skipped: Array<string> = [];
  const progress = createReadingProgress({
    from: chosen.from,
    to: chosen.to,
    now: () => performance.now(),
    isTerminal: screenOf(io.stderr, io.env).isTerminal,
    write: (text) => {
      io.stderr.write(text);
    },
  });
  const parts = {
    processor,
    ledger,
    pause,
    turn,
    onPage: async (page: Parameters<typeof progress.show>[0]) => progress.show(page),
    onRetry: async ({ error, wait }: Parameters<Patience['onRetry']>[0]) => {
      progress.end();
      io.stderr.write(`${describeCallFailure(error)}; next try in ${wait / 1000} s\n`);
    },
    onMissing: async (part: LedgerPart) => {
      skipped.push(missingParts[part] ?? part);
    },
  };
  const read = await readProcessorLedger(parts)(chosen)();
  const outcome = E.isRight(read) ? await followSessions(parts)() : read;
  progress.end();
  if (E.isLeft(outcome)) throw new CommandProblem(describeCallFailure(outcome.left));
  return skipped;
};

const written = async <A>(folder: string, write: () => Promise<A>): Promise<A> => {
  try {
    return await write();
  } catch (cause) {
    throw new CommandProblem(
      `the reports cannot be written to ${folder}: ${cause instanceof Error ? cause.message : String(cause)}. Name another folder with --report`,
    );
  }
};

const printed = async (
  io: CommandIo,
  ledger: ReconciliationLedger,
  result: Reconciliation,
  { json, report }: Given,
  { locale, ...facts }: Parameters<typeof writeReconciliation>[3],
): Promise<void> => {
  const files =
    report === null
      ? null
      : await written(report, () =>
          writeReconciliation(report, result, ledger, { locale, ...facts }),
        );
  if (json) {
    for (const part of resultJson(result, ledger, facts)) io.stdout.write(part);
    return;
  }
  const { isColoured } = screenOf(io.stdout, io.env);
  io.stdout.write(resultText(result, ledger.findings(0, 20), facts.skipped, painter(isColoured)));
  if (files !== null) io.stdout.write(`\n${filesText(files)}`);
};

const run = async (io: CommandIo, options: Environment, given: Given): Promise<number> => {
  const config = decodedOrThrow(decodeConfig(io.env));
  const { processor: kind } = config;
  if (kind.kind === 'memory') {
    throw new CommandProblem(
      'only the service itself can read its in-memory processor: set STRIPE_SECRET_KEY',
    );
  }
  const now = systemClock();
  // The limit of Stripe is four times this for live keys. A local server has none.
  const isRemote = kind.kind === 'stripe' && kind.baseUrl === undefined;
  const chosen = decodeChoices(options, now, isRemote ? 25 : undefined);
  const source = readVariable(options, '--orders');
  const create = await loadProcessor(kind);
  const processor = create(systemClock, '', silentLogger, silentTelemetry, {});
  const { ledger, remove } = await openLedger(readVariable(options, '--resume'));
  const ending = new AbortController();
  try {
    const account = await processor.retrieveAccount?.();
    const owner = account !== undefined && E.isRight(account) ? ownerOf(account.right) : null;
    const label = JSON.stringify({ from: chosen.from, to: chosen.to, account: owner });
    if (ledger.label(label) !== label) {
      throw new CommandProblem(
        'the file of --resume was read for another time or account: pass the same --from and --to, or another file',
      );
    }
    await ledger.refresh();
    const began = ledger.begin(now);
    await ledger.forgetOrders();
    if (source !== undefined) {
      await keepOrders(
        ledger,
        ordersFrom({
          source,
          folder: io.cwd(),
          stdin: io.stdin,
          from: chosen.from,
          to: chosen.to,
          signal: ending.signal,
        }),
      );
    }
    const { report } = given;
    // Reading may take an hour, so it is known before whether the result can be kept.
    if (report !== null) await written(report, () => mkdir(report, { recursive: true }));
    const turn = createCallPace({ rate: chosen.rate, now: () => performance.now(), pause });
    let missing = await readProcessor(io, processor, ledger, chosen, turn);
    await ledger.finish(began);
    if (began < now) {
      // The parts that the interrupted run read have grown since.
      await ledger.refresh();
      ledger.begin(began);
      missing = await readProcessor(io, processor, ledger, chosen, turn);
      await ledger.finish(now);
    }
    const hasStoreUrl = readVariable(io.env, 'DATABASE_URL') !== undefined;
    const own = await ownSideOf(config, ledger, chosen, { now, hasStoreUrl }, turn);
    const { from, to, grace, fees } = chosen;
    const result = await judgeSides({ ledger, processor, own, turn })({
      from,
      to,
      now,
      grace,
      fees,
    });
    await printed(io, ledger, result, given, {
      locale: chosen.locale,
      account: owner,
      skipped: [
        ...(source !== undefined ? [] : ['orders, because --orders is not given']),
        ...(fees.length === 0 ? ['fees, because --fees is not given'] : []),
        ...missing,
        ...own.skipped,
      ],
    });
    return result.errors === 0 ? exitCodes.agrees : exitCodes.found;
  } finally {
    ending.abort();
    ledger.close();
    remove();
    await processor.close?.();
  }
};

/**
 * `pasarela reconcile`: compares the processor with the orders of the shop and with what Pasarela stored. Returns the exit code: 0 when
 * all agrees, 1 when something does not, and 2 when it could not be compared.
 */
export const reconcileCommand = async (
  io: CommandIo,
  options: Environment,
  given: Given,
): Promise<number> => {
  try {
    return await unlessEndedEarly(io, 'everything was compared', () => run(io, options, given));
  } catch (error) {
    const isKnown = error instanceof CommandProblem || error instanceof OrdersProblem;
    const text = isKnown
      ? error.message
      : `unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    io.stderr.write(`pasarela: ${redact(text).split('\n').map(visible).join('\n')}\n`);
    return exitCodes.problem;
  }
};
