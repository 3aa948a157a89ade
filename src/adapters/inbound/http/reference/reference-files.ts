import { createHash } from 'node:crypto';
import { type PreparedContent, prepareCompressed, prepareContent } from './prepared-content.js';

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
  'reference-plugin.js': 'text/javascript; charset=utf-8',
  'try-it-out.js': 'text/javascript; charset=utf-8',
};

/** Headers of the reference, besides those about its contents. */
export const referenceHeaders = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const forEver = 'public, max-age=31536000, immutable';

/** The page of the API reference, and what it loads. */
export type ReferenceFiles = {
  readonly page: PreparedContent;
  /** A part of the URLs of its assets, which browsers cache forever. */
  readonly version: string;
  readonly assetOf: (name: string) => Promise<PreparedContent | undefined>;
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
  const assets = new Map<string, PreparedContent>();
  return {
    page: prepareContent(Buffer.from(html), 'text/html; charset=utf-8', {
      'content-security-policy': policyOf(html),
      'cache-control': 'no-cache',
      ...referenceHeaders,
    }),
    version,
    assetOf: async (name) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      if (type === undefined) return undefined;
      const headers = { 'cache-control': forEver, ...referenceHeaders };
      const asset =
        assets.get(name) ??
        (type.startsWith('text/')
          ? prepareCompressed(await read(`${name}.br`), type, headers)
          : prepareContent(await read(name), type, headers));
      assets.set(name, asset);
      return asset;
    },
  };
};
