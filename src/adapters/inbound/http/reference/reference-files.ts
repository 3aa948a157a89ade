import { createHash } from 'node:crypto';

const policyHashes = (html: string, pattern: RegExp): string =>
  [...html.matchAll(pattern)]
    .map(([, content = '']) => createHash('sha256').update(content).digest('base64'))
    .map((hash) => `'sha256-${hash}'`)
    .join(' ');

/** The Content-Security-Policy of the page: it runs only its own scripts and sends requests only to its own host. */
const policyOf = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${policyHashes(html, /<script>([\s\S]*?)<\/script>/g)}`,
    `style-src 'self' ${policyHashes(html, /<style>([\s\S]*?)<\/style>/g)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const types: { readonly [file: string]: string } = {
  'swagger-ui.min.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'reference.css': 'text/css; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'try-it-out.js': 'text/javascript; charset=utf-8',
};

/** A file that the page loads. */
type ReferenceAsset = { readonly type: string; readonly content: Uint8Array };

/** The page of the API reference, and what it loads. */
export type ReferenceFiles = {
  readonly html: string;
  readonly policy: string;
  /** A part of the URLs of its assets, which browsers cache forever. */
  readonly version: string;
  readonly assetOf: (name: string) => Promise<ReferenceAsset | undefined>;
};

// In a variable: bundlers would take `new URL('...', import.meta.url)` for a file to put into their bundle.
const here = import.meta.url;

/**
 * Reads the page, which scripts/copy-swagger-ui.mjs has put beside this code, and an asset when it is asked for. Rejects on
 * platforms without these files, such as workers.
 */
export const readReferenceFiles = async (): Promise<ReferenceFiles> => {
  const { readFile } = await import('node:fs/promises');
  const read = (file: string): Promise<Buffer> => readFile(new URL(`./swagger-ui/${file}`, here));
  const html = (await read('index.html')).toString('utf8');
  const [, version = ''] = /doc\/assets\/(\w+)\//.exec(html) ?? [];
  const contents = new Map<string, Buffer>();
  return {
    html,
    policy: policyOf(html),
    version,
    assetOf: async (name) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      if (type === undefined) return undefined;
      const content = contents.get(name) ?? (await read(name));
      contents.set(name, content);
      return { type, content };
    },
  };
};
