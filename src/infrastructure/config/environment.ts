/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

/** The value of a variable; a blank one is none. */
export const readVariable = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
};

/** The words of a variable, which are separated by commas. */
export const readList = (env: Environment, name: string): ReadonlyArray<string> =>
  (readVariable(env, name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Whether a key of Stripe moves real money. */
export const isLiveKey = (key: string): boolean => /^(?:sk|rk)_live_/.test(key);

/** `NODE_ENV`; without it a live key means production, whatever else was forgotten (decision E9). */
export const environmentName = (env: Environment): string =>
  readVariable(env, 'NODE_ENV') ??
  (isLiveKey(readVariable(env, 'STRIPE_SECRET_KEY') ?? '') ? 'production' : 'development');

/** Whether failures keep to themselves where they come from, and keys are obligatory. */
export const isProduction = (env: Environment): boolean => environmentName(env) === 'production';
