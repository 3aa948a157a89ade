import { createRequire } from 'node:module';
import { isObject } from '../domain/input/json.js';

const manifest: unknown = createRequire(import.meta.url)('pasarela/package.json');

/** The version of this package. */
export const packageVersion: string =
  isObject(manifest) && 'version' in manifest ? String(manifest.version) : 'unknown';
