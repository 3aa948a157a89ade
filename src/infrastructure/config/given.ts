import type { Environment } from './environment.js';

/** The value of a variable; a blank one is none. */
export const given = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
};
