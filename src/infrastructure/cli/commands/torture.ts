import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { optional } from '../../../application/checked-input.js';
import { objectFields } from '../../../domain/input/json.js';
import { redact } from '../../../domain/text/redact.js';
import { visible } from '../../../domain/text/visible.js';
import { loadConfiguration } from '../../../torture/options/load-configuration.js';
import type { TortureOptions } from '../../../torture/options/torture-options.js';
import { TortureProblem } from '../../../torture/options/torture-problem.js';
import type { Plan } from '../../../torture/plan/plan.js';
import { certificateFileText, readCertificate } from '../../../torture/report/certificate-file.js';
import { changesText } from '../../../torture/report/certificate-text.js';
import { jsonReport } from '../../../torture/report/json-report.js';
import { readReplay } from '../../../torture/report/replay-file.js';
import { describeTorture } from '../../../torture/report/text-report.js';
import { shellWord } from '../../../torture/report/wording.js';
import {
  makeReportFolder,
  type ReportFiles,
  writeReports,
} from '../../../torture/report/write-reports.js';
import type { Certificate } from '../../../torture/result/certificate.js';
import { certificateChanges, withUnplayed } from '../../../torture/result/certificate-changes.js';
import type { TortureResult } from '../../../torture/result/torture-result.js';
import { runTorture } from '../../../torture/torture.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { collectProblems, readSetting, wholeNumberBetween } from '../../config/settings.js';
import { painter } from '../../terminal/paint.js';
import { type Screen, screenOf } from '../../terminal/screen.js';
import { progressOutput } from '../../terminal/torture-progress-output.js';
import type { CommandIo } from '../command-io.js';
import { unlessEndedEarly } from '../early-end.js';
import { CommandProblem, decodedOrThrow } from '../failures.js';
import { exitCodeOf, stopSignal } from '../stop-signal.js';

/** A signal ended the test before a run was judged. */
class Ended extends Error {
  override readonly name = 'Ended';
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

/** Exit codes of `pasarela torture`, next to those of signals. */
const exitCodes = { passed: 0, found: 1, problem: 2 } as const;

const replayAt = async (path: string): Promise<Plan> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TortureProblem(`--replay ${path} cannot be read: ${reason}`);
  }
  return readReplay(path, text);
};

/** The certificate at a path; `undefined`: there is no file. */
const certificateAt = async (path: string): Promise<Certificate | undefined> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (objectFields(cause)['code'] === 'ENOENT') return undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TortureProblem(`the certificate ${path} cannot be read: ${reason}`);
  }
  return readCertificate(path, text);
};

const orCertificateProblem = async (path: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TortureProblem(`the certificate cannot be written to ${path}: ${reason}`);
  }
};

const mostChanges = 30;

/** Writes a certificate, with the earlier marks of what was not played. Returns lines about what is new, gone and changed in it. */
const keepCertificate = async (
  path: string,
  before: Certificate | undefined,
  certificate: Certificate,
): Promise<ReadonlyArray<string>> => {
  const differences = before === undefined ? null : certificateChanges(before, certificate);
  const kept = differences === null ? certificate : withUnplayed(certificate, differences);
  await orCertificateProblem(path, () => writeFile(path, certificateFileText(kept)));
  if (differences === null) return [`the certificate ${path} is new`];
  const { added, gone, changed } = differences;
  const changes = changesText(differences);
  const more = changes.length - mostChanges;
  return [
    `the certificate ${path} has ${added.length + gone.length + changed.length === 0 ? 'not ' : ''}changed`,
    ...changes.slice(0, mostChanges),
    ...(more > 0 ? [`and ${more} more lines`] : []),
  ];
};

const filesText = (
  { page, junit, json, certificate }: ReportFiles,
  { isColoured }: Screen,
): string => {
  const paint = painter(isColoured);
  return [
    ['page', page],
    ['JUnit XML', junit],
    ['JSON', json],
    ...(certificate === null ? [] : [['certificate', certificate]]),
  ]
    .map(([name = '', path = '']) => `  ${paint('grey', name.padEnd(12))}${paint('cyan', path)}\n`)
    .join('');
};

const actionsOf =
  (configuration: string, files: ReportFiles | null) =>
  (rule: string): ReadonlyArray<readonly [about: string, line: string]> => {
    const paths = files?.replays.get(rule);
    return paths === undefined
      ? []
      : [
          [
            'replay',
            `npx pasarela torture ${shellWord(configuration)} --replay ${shellWord(paths.replay)}`,
          ],
          ['test', paths.test],
        ];
  };

type Given = {
  readonly json: boolean;
  readonly shrink: boolean;
  readonly single: boolean;
  readonly pairs: boolean;
  /** Folder of the reports; `null`: none. */
  readonly report: string | null;
};

const every = (ms: number, work: () => void): (() => void) => {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/** The options of the configuration, with what the command line overrides. */
const withGiven = (
  configuration: TortureOptions,
  options: Environment,
  { shrink, single, pairs }: Pick<Given, 'shrink' | 'single' | 'pairs'>,
): TortureOptions => {
  // The configuration decides about arguments that are not given.
  const given = (name: string, from: number, to: number) =>
    readSetting(options, name, optional(wholeNumberBetween({ from, to })));
  const { orders, seed, atOnce } = decodedOrThrow(
    collectProblems({
      orders: given('--orders', 0, 10_000),
      seed: given('--seed', 0, 999_999_999),
      atOnce: given('--at-once', 1, 200),
    }),
  );
  return {
    ...configuration,
    plan: {
      ...configuration.plan,
      ...(orders === undefined ? {} : { orders }),
      ...(seed === undefined ? {} : { seed }),
      ...(atOnce === undefined ? {} : { atOnce }),
      ...(single ? {} : { single }),
      ...(pairs ? { pairs } : {}),
    },
    ...(shrink && readVariable(options, '--replay') === undefined ? {} : { shrink: false }),
  };
};

const run = async (
  io: CommandIo,
  path: string,
  options: Environment,
  { json, report, ...asked }: Given,
): Promise<number> => {
  const replayPath = readVariable(options, '--replay');
  const configuration = withGiven(await loadConfiguration(path), options, asked);
  const replay = replayPath === undefined ? undefined : await replayAt(replayPath);
  const certificatePath = readVariable(options, '--certificate');
  const before = certificatePath === undefined ? undefined : await certificateAt(certificatePath);
  const sincePath = readVariable(options, '--since');
  const since = sincePath === undefined ? undefined : await certificateAt(sincePath);
  if (sincePath !== undefined && since === undefined) {
    throw new TortureProblem(`--since ${sincePath}: there is no such file`);
  }
  const { single = true, pairs = false } = configuration.plan ?? {};
  if (!single && !pairs && (certificatePath ?? sincePath) !== undefined) {
    throw new TortureProblem(
      `${certificatePath === undefined ? '--since' : '--certificate'} is about single faults and pairs, and neither are played. Leave it out, or --no-single or plan.single`,
    );
  }
  // The test may take hours, so it is known before whether its result can be kept.
  if (report !== null) await makeReportFolder(report);
  if (certificatePath !== undefined) {
    const place = before === undefined ? dirname(certificatePath) : certificatePath;
    await orCertificateProblem(certificatePath, () => access(place, constants.W_OK));
  }
  const screen = screenOf(io.stdout, io.env);
  const tell = (text: string): void => {
    // It may quote a certificate of somebody else.
    io.stderr.write(`pasarela: ${visible(text)}\n`);
  };

  const ending = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const stopped = stopSignal((again) => {
    tell(`${again} again: it ends at once, with everything that it started`);
    process.exit(exitCodeOf(again));
  });
  const progress = progressOutput({
    write: (text) => io.stderr.write(text),
    screen: screenOf(io.stderr, io.env),
    now: () => performance.now(),
    every,
  });
  void stopped.then((name) => {
    signal = name;
    progress.end();
    tell(`${name}: ending everything that was started. Once more ends it at once`);
    ending.abort(
      new Ended(`it was ended by ${name} before anything could be judged`, exitCodeOf(name)),
    );
  });

  // An error of the driver that no call of it rejects with, such as one that a timer throws.
  let stray: TortureProblem | undefined;
  const onStray = (error: unknown): void => {
    progress.end();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stray ??= new TortureProblem(
      `an error outside the calls of the driver has ended the test. Await each promise, and catch what timers and events throw: ${text}`,
    );
    ending.abort(stray);
  };
  process.on('uncaughtException', onStray);

  let result: TortureResult;
  try {
    result = await runTorture(configuration, {
      onProgress: progress.show,
      signal: ending.signal,
      environment: io.env,
      ...(replay === undefined ? {} : { replay }),
      ...(since === undefined ? {} : { since }),
    });
  } finally {
    process.off('uncaughtException', onStray);
    progress.end();
  }
  let files: ReportFiles | null = null;
  try {
    files = report === null ? null : await writeReports(result, report, path, new Date());
    const kept =
      certificatePath === undefined || result.certificate === null
        ? []
        : await keepCertificate(certificatePath, before, result.certificate);
    for (const line of kept) tell(line);
  } finally {
    // A result that cannot be written is told all the same.
    io.stdout.write(
      json
        ? `${JSON.stringify(jsonReport(result), null, 2)}\n`
        : `${describeTorture(result, {
            columns: screen.columns,
            paint: painter(screen.isColoured),
            actions: actionsOf(path, files),
          })}${files === null ? '' : `\n${filesText(files, screen)}`}`,
    );
  }
  if (stray !== undefined) throw stray;
  if (signal !== undefined) return exitCodeOf(signal);
  if (result.problem !== null) throw new TortureProblem(`the test ended early: ${result.problem}`);
  return result.passed ? exitCodes.passed : exitCodes.found;
};

/**
 * `pasarela torture`: runs orders against a shop, and prints what broke. Returns the exit code: 0 when no rule is broken, 1 when one
 * is, 2 when the test could not be made, and that of the signal that ended it.
 */
export const tortureCommand = async (
  io: CommandIo,
  path: string,
  options: Environment,
  given: Given,
): Promise<number> => {
  try {
    return await unlessEndedEarly(io, 'the test did', () => run(io, path, options, given));
  } catch (error) {
    if (error instanceof Ended) {
      io.stderr.write(`pasarela: ${error.message}\n`);
      return error.code;
    }
    const text =
      error instanceof TortureProblem || error instanceof CommandProblem
        ? error.message
        : `unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    // It may quote the shop and the driver.
    const lines = redact(text).replaceAll('\t', '  ').split('\n').map(visible);
    io.stderr.write(`pasarela: ${lines.join('\n')}\n`);
    return exitCodes.problem;
  }
};
