import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

// Nothing else of swagger-ui-dist is served. `name` is what the page asks for.
const served = [
  { name: 'swagger-ui.min.css', file: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  {
    name: 'swagger-ui-bundle.js',
    file: 'swagger-ui-bundle.js',
    type: 'text/javascript; charset=utf-8',
  },
  {
    name: 'swagger-ui-standalone-preset.js',
    file: 'swagger-ui-standalone-preset.js',
    type: 'text/javascript; charset=utf-8',
  },
  { name: 'favicon-32x32.png', file: 'favicon-32x32.png', type: 'image/png' },
] as const;

export type ReferenceAsset = { readonly type: string; readonly content: Buffer };

const manifest: unknown = JSON.parse(readFileSync(resolve('swagger-ui-dist/package.json'), 'utf8'));

/** The version of the assets: it is part of their address, so that a browser may keep them for ever. */
export const referenceAssetsVersion: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '';

/** The assets of the reference page by name, each read from the installed swagger-ui-dist when first asked for. */
export const createReferenceAssets = (): ((name: string) => ReferenceAsset | undefined) => {
  const read = new Map<string, ReferenceAsset>();
  return (asked) => {
    const known = served.find(({ name }) => name === asked);
    if (known === undefined) return undefined;
    const asset = read.get(asked) ?? {
      type: known.type,
      content: readFileSync(resolve(`swagger-ui-dist/${known.file}`)),
    };
    read.set(asked, asset);
    return asset;
  };
};
