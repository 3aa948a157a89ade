import { isLiveKey } from '../../domain/text/live-key.js';

/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

/** The value of a variable without spaces around it; `undefined` when it is unset or blank. */
export const readVariable = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
};

/** Whether a value of `PROCESSOR` is the path of a module: it begins with `./`, `../`, `/` or a drive. */
export const isModulePath = (processor: string): boolean =>
  /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(processor);

/** Whether the service calls Stripe with a live key. */
export const movesRealMoney = (env: Environment): boolean =>
  readVariable(env, 'PROCESSOR') !== 'memory' &&
  isLiveKey(readVariable(env, 'STRIPE_SECRET_KEY') ?? '');

/** `NODE_ENV`; without it, a live key means production (decision E9). */
export const environmentName = (env: Environment): string =>
  readVariable(env, 'NODE_ENV') ??
  (isLiveKey(readVariable(env, 'STRIPE_SECRET_KEY') ?? '') ? 'production' : 'development');

/** In production, failures have no `stack`, and API keys are required. */
export const isProduction = (env: Environment): boolean => environmentName(env) === 'production';

/** The values of `NODE_ENV` that Pasarela knows. */
export const knownEnvironments: ReadonlyArray<string> = ['production', 'development', 'test'];

// Other values may be secrets that were meant for another variable.
const namesToShow =
  /^(?:(?:pre-?)?prod(?:uction)?|prd|live|sta?ge?|staging|dev(?:el|elop|elopment)?|test(?:ing)?|local|qa|uat|ci|sandbox|preview|demo)$/i;

/** `NODE_ENV` for messages. */
export const describeEnvironment = (env: Environment): string => {
  const name = environmentName(env);
  return namesToShow.test(name) ? `"${name}"` : 'an unknown value';
};
