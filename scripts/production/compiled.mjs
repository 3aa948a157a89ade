import { join } from 'node:path';

/** Loads a file of the tests, which `tsc` has compiled. */
export const compiled = (path) => import(join(import.meta.dirname, '../../build/test', path));
