import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { problemsOf } from '../application/checked-input.js';
import { describeCause } from '../application/describe-cause.js';
import type { GivenProcessor } from '../application/ports/processor-functions-by-feature.js';
import { isObject, objectFields } from '../domain/input/json.js';
import type { ModuleConfig } from './config/processor.js';
import { aProcessor } from './payments-options.js';
import { SetUpProblem } from './set-up-problem.js';

type CreateProcessor = (environment: ModuleConfig['environment']) => unknown;

const isCreateProcessor = (value: unknown): value is CreateProcessor => typeof value === 'function';

/** The function `createProcessor` of a module, or of its default export, which a CommonJS module has. */
const createProcessorOf = (module: unknown): CreateProcessor | undefined => {
  const { createProcessor, default: own } = objectFields(module);
  const found = createProcessor ?? objectFields(own)['createProcessor'];
  return isCreateProcessor(found) ? found : undefined;
};

/** Creates the processor of a module of the operator. Throws a `SetUpProblem` that says what to correct. */
export const createModuleProcessor = async ({
  path,
  environment,
}: ModuleConfig): Promise<GivenProcessor> => {
  const problem = (text: string, cause?: unknown): SetUpProblem =>
    new SetUpProblem(`PROCESSOR=${path}: ${text}`, { cause });
  // A relative path starts at the working directory.
  const file = resolve(path);
  if (!existsSync(file)) throw problem(`the file ${file} does not exist`);
  const module: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw problem(`the module cannot be loaded: ${describeCause(cause)}`, cause);
  });
  const create = createProcessorOf(module);
  if (create === undefined) {
    throw problem('the module must export a function createProcessor(environment)');
  }
  const made: { readonly processor: unknown } = await (async () => ({
    processor: await create(environment),
  }))().catch((cause: unknown) => {
    throw problem(`createProcessor failed: ${describeCause(cause)}`, cause);
  });
  const checked = aProcessor.read(made.processor, 'processor');
  if (checked._tag === 'Right') return checked.right;
  throw problem(
    isObject(made.processor)
      ? problemsOf(aProcessor, made.processor, 'processor').join('; ')
      : 'createProcessor must return a processor, or a promise of one',
  );
};
