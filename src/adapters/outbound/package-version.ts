import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('pasarela/package.json');

/** The version of this package. */
export const packageVersion: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
