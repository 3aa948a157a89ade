import type { Environment } from './environment.js';
import { environmentName } from './environment-name.js';

/** Whether failures keep to themselves where they come from, and keys are obligatory. */
export const isProduction = (env: Environment): boolean => environmentName(env) === 'production';
