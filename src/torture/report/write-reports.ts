import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { foreignText } from '../../domain/text/words.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { SmallestPlan, TortureResult } from '../result/torture-result.js';
import { certificateText } from './certificate-text.js';
import { htmlReport } from './html-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit-report.js';
import { replayText } from './replay-file.js';
import { shellWord } from './wording.js';

const entryPoint = 'pasarela/torture';

/**
 * A test file that runs a smallest plan again, for node:test, mocha and vitest. `configuration`: the file of the options, from
 * where the test is: `../torture.config.mjs`.
 */
const replayTestText = (
  { finding, plan }: SmallestPlan,
  title: string,
  configuration: string,
): string => `// ${title}: ${foreignText(finding.message)}
// Written by pasarela torture. Move it to your tests, and adapt the path of the configuration.
import { loadConfiguration, torture } from ${JSON.stringify(entryPoint)};

// The test function of mocha or vitest, or that of node:test. Vitest has no global one by default.
const { test } = globalThis.it
  ? { test: globalThis.it }
  : await import(process.env.VITEST ? 'vitest' : 'node:test');

const replay = ${JSON.stringify(plan, null, 2)};

const options = await loadConfiguration(new URL(${JSON.stringify(configuration)}, import.meta.url));

test(${JSON.stringify(`${title} (${finding.rule}) does not happen again`)}, async function () {
  // The two seconds of mocha are not enough; the others take the last argument.
  this?.timeout?.(120_000);
  await torture(options, { replay });
}, 120_000);
`;

/** The same for jest, which imports no modules by default: a program of its own does. */
const jestTestText = (
  { finding, plan }: SmallestPlan,
  title: string,
  configuration: string,
): string => `// ${title}: ${foreignText(finding.message)}
// Written by pasarela torture, for jest. Move it to your tests, and adapt the path of the configuration.
const { execFile } = require('node:child_process');
const { pathToFileURL } = require('node:url');

const replay = ${JSON.stringify(plan, null, 2)};

const configuration = new URL(${JSON.stringify(configuration)}, pathToFileURL(__filename)).href;

const program = \`
import { loadConfiguration, torture } from ${JSON.stringify(entryPoint)};
const options = await loadConfiguration(new URL(process.argv[1]));
await torture(options, { replay: JSON.parse(process.argv[2]) }).catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
\`;

test(${JSON.stringify(`${title} (${finding.rule}) does not happen again`)}, (done) => {
  const words = ['--input-type=module', '--eval', program, configuration, JSON.stringify(replay)];
  execFile(process.execPath, words, { cwd: __dirname }, (error, _, stderr) =>
    done(error === null ? undefined : new Error(stderr)),
  );
}, 120_000);
`;

/** Where the reports of a result are. Paths. */
export type ReportFiles = {
  readonly page: string;
  readonly json: string;
  readonly junit: string;
  /** Each message with each fault, as text; `null`: no single faults were played. */
  readonly certificate: string | null;
  /** For each broken rule with a smallest plan. */
  readonly replays: ReadonlyMap<
    string,
    { readonly replay: string; readonly test: string; readonly jest: string }
  >;
};

/** The names of the files of a report in a folder. */
const reportFilesIn = (folder: string, { broken, certificate }: TortureResult): ReportFiles => ({
  certificate: certificate === null ? null : join(folder, 'certificate.txt'),
  page: join(folder, 'index.html'),
  json: join(folder, 'report.json'),
  junit: join(folder, 'junit.xml'),
  replays: new Map(
    broken.flatMap(({ rule: { name }, smallest }) =>
      smallest === null
        ? []
        : [
            [
              name,
              {
                replay: join(folder, `${name}.json`),
                test: join(folder, `${name}.test.mjs`),
                jest: join(folder, `${name}.test.cjs`),
              },
            ] as const,
          ],
    ),
  ),
});

const importPath = (from: string, to: string): string => {
  const path = relative(dirname(resolve(from)), resolve(to)).replaceAll('\\', '/');
  // It becomes a URL, in which some signs of paths mean something else.
  const encoded = encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F');
  return encoded.startsWith('.') ? encoded : `./${encoded}`;
};

const orFolderProblem = async <A>(folder: string, write: () => Promise<A>): Promise<A> => {
  try {
    return await write();
  } catch (cause) {
    throw new TortureProblem(
      `the reports cannot be written to ${folder}: ${cause instanceof Error ? cause.message : String(cause)}. Name another folder with --report`,
    );
  }
};

/** Makes the folder of the reports. Throws a `TortureProblem` if it cannot be made or written to. */
export const makeReportFolder = (folder: string): Promise<unknown> =>
  orFolderProblem(folder, async () => {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  });

/**
 * Writes the page, JUnit XML, JSON, and for each broken rule a replay file and a test. `configuration`: path of the options. Throws a
 * `TortureProblem` if the folder cannot be written to.
 */
export const writeReports = async (
  result: TortureResult,
  folder: string,
  configuration: string,
  now: Date,
): Promise<ReportFiles> => {
  const files = reportFilesIn(folder, result);
  const replayCommand = (rule: string): string =>
    `npx pasarela torture ${shellWord(configuration)} --replay ${shellWord(files.replays.get(rule)?.replay ?? '')}`;
  const texts = [
    [files.page, htmlReport(result, replayCommand)],
    [files.json, `${JSON.stringify(jsonReport(result), null, 2)}\n`],
    [files.junit, junitReport(result, now)],
    ...(files.certificate === null || result.certificate === null
      ? []
      : [[files.certificate, certificateText(result.certificate, result.untried)] as const]),
    ...result.broken.flatMap(({ rule, smallest }) => {
      const paths = files.replays.get(rule.name);
      return smallest === null || paths === undefined
        ? []
        : ([
            [paths.replay, replayText(smallest)],
            [
              paths.test,
              replayTestText(smallest, rule.title, importPath(paths.test, configuration)),
            ],
            [paths.jest, jestTestText(smallest, rule.title, importPath(paths.jest, configuration))],
          ] as const);
    }),
  ] as const;
  await makeReportFolder(folder);
  await orFolderProblem(folder, () =>
    Promise.all(texts.map(([path, text]) => writeFile(path, text))),
  );
  return files;
};
