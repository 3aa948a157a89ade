import * as E from 'fp-ts/lib/Either.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { redact } from '../../../domain/text/redact.js';
import { visible } from '../../../domain/text/visible.js';
import { type Config, decodeConfig } from '../../config/config.js';
import { describeEnvironment, type Environment } from '../../config/environment.js';
import type { ProcessorConfig } from '../../config/processor.js';
import { checkClients } from '../../doctor/check-clients.js';
import { checkEvents } from '../../doctor/check-events.js';
import { checkLoad } from '../../doctor/check-load.js';
import { checkOwner } from '../../doctor/check-owner.js';
import { checkProcessor } from '../../doctor/check-processor.js';
import { checkStore } from '../../doctor/check-store.js';
import { type Finding, findingsOf } from '../../doctor/finding.js';
import { createModuleProcessor } from '../../processor-module.js';
import { SetUpProblem } from '../../set-up-problem.js';
import { type Colour, painter } from '../../terminal/paint.js';
import { type Screen, screenOf } from '../../terminal/screen.js';
import type { CommandIo } from '../command-io.js';

const configuration = findingsOf('configuration');

// The checks of the webhooks, of the store and of the events say it too.
const isSaidElsewhere = (warning: string): boolean =>
  ['WEBHOOK_SECRET', 'received events', 'EVENT_FORWARD_URL'].some((name) => warning.includes(name));

const checkConfiguration = (env: Environment, config: Config): ReadonlyArray<Finding> => {
  const warnings = config.warnings
    .filter((warning) => !isSaidElsewhere(warning))
    .map((warning) => configuration.warning(warning));
  return [configuration.ok(`valid; NODE_ENV is ${describeEnvironment(env)}`), ...warnings];
};

// The other checks need the processor.
const problemOfModule = async (processor: ProcessorConfig): Promise<Finding | undefined> => {
  if (processor.kind !== 'module') return undefined;
  try {
    const { close } = await createModuleProcessor(processor);
    await close?.();
    return undefined;
  } catch (error) {
    if (!(error instanceof SetUpProblem)) throw error;
    return findingsOf('processor').error(
      error.message,
      'docs/your-own-processor.md says what a module exports',
    );
  }
};

const examine = async (env: Environment): Promise<ReadonlyArray<Finding>> => {
  const config = decodeConfig(env);
  if (E.isLeft(config)) {
    return config.left.map((problem) => configuration.error(problem));
  }
  const { store, processor } = config.right;
  const problem = await problemOfModule(processor);
  if (problem !== undefined) return [...checkConfiguration(env, config.right), problem];
  const [ofStore, ofOwner, ofClients, ofProcessor, ofEvents, ofLoad] = await Promise.all([
    checkStore(store, { mustLast: processor.kind !== 'memory' }),
    checkOwner(config.right),
    checkClients(config.right),
    checkProcessor(processor, config.right),
    checkEvents(config.right),
    processor.kind === 'stripe' ? checkLoad(processor, store, systemClock()) : [],
  ]);
  return [
    ...checkConfiguration(env, config.right),
    ofStore,
    ...ofOwner,
    ...ofClients,
    ...ofProcessor,
    ...ofEvents,
    ...ofLoad,
  ];
};

const colourOf: { readonly [L in Finding['level']]: Colour } = {
  ok: 'green',
  warning: 'yellow',
  error: 'red',
};

const indent = ' '.repeat(24);

const render = (findings: ReadonlyArray<Finding>, { isColoured }: Screen): string => {
  const paint = painter(isColoured);
  return findings
    .map(({ check, level, message, advice }) => {
      const told = `${paint(colourOf[level], level.padEnd(8))} ${check.padEnd(14)} ${visible(message)}\n`;
      return advice === undefined
        ? told
        : `${told}${indent}${paint('grey', `-> ${visible(advice)}`)}\n`;
    })
    .join('');
};

const count = (findings: ReadonlyArray<Finding>, level: Finding['level']): number =>
  findings.filter((finding) => finding.level === level).length;

const summary = (findings: ReadonlyArray<Finding>): string => {
  const [errors, warnings] = [count(findings, 'error'), count(findings, 'warning')];
  if (errors + warnings === 0) return 'everything is in order';
  const only = findings.every(({ check }) => check === 'configuration')
    ? '; the other checks need a valid configuration'
    : '';
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}${only}`;
};

/** `pasarela doctor`: checks the configuration, and what it needs from outside. Returns the exit code: 1 when there is an error. */
export const doctorCommand = async (
  { env, stdout }: CommandIo,
  { json }: { readonly json: boolean },
): Promise<number> => {
  const findings = (await examine(env)).map((finding) => ({
    ...finding,
    message: redact(finding.message),
  }));
  const ok = count(findings, 'error') === 0;
  stdout.write(
    json
      ? `${JSON.stringify({ ok, checks: findings }, null, 2)}\n`
      : `${render(findings, screenOf(stdout, env))}${summary(findings)}\n`,
  );
  return ok ? 0 : 1;
};
