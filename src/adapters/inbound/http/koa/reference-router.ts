import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Router } from '@koa/router';
import type { Context } from 'koa';
import { isObject } from '../../../../domain/json.js';
import type { Locale } from '../core/language.js';
import type { HttpRequest, HttpResponse } from '../core/message.js';
import { answerContext, requestOfContext } from './answer-context.js';

// Copied from swagger-ui-dist by scripts/copy-swagger-ui.mjs: the package itself would bring an install script to every user.
const folder = new URL('./swagger-ui/', import.meta.url);

// The files that are served. `name` is the name in the page.
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

type ReferenceAsset = { readonly type: string; readonly content: Buffer };

const readAssetsVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return isObject(manifest) && 'version' in manifest ? String(manifest.version) : '';
};

let assetsVersion: string | undefined;

/** The version of the assets. It is part of their URL, so that browsers can cache them forever. */
const referenceAssetsVersion = (): string => {
  assetsVersion ??= readAssetsVersion();
  return assetsVersion;
};

/** Finds an asset by name, and reads it on its first request. */
const createReferenceAssets = (): ((name: string) => ReferenceAsset | undefined) => {
  const read = new Map<string, ReferenceAsset>();
  return (asked) => {
    const known = served.find(({ name }) => name === asked);
    if (known === undefined) return undefined;
    const asset = read.get(asked) ?? {
      type: known.type,
      content: readFileSync(new URL(known.file, folder)),
    };
    read.set(asked, asset);
    return asset;
  };
};

const hashes = (contents: ReadonlyArray<string>): string =>
  contents
    .map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    .join(' ');

const inside = (html: string, pattern: RegExp): ReadonlyArray<string> =>
  [...html.matchAll(pattern)].map(([, content = '']) => content);

/** The Content-Security-Policy of the page: it runs only its own scripts and sends requests only to its own host. */
const referencePolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashes(inside(html, /<script>([\s\S]*?)<\/script>/g))}`,
    `style-src 'self' ${hashes(inside(html, /<style>([\s\S]*?)<\/style>/g))}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Options of the reference router. */
type ReferenceRouterOptions = {
  /** The version in the OpenAPI document. */
  readonly version: string;
  /** Where the API is mounted: with `/shop` the page is `/shop/doc`. */
  readonly prefix?: string;
  /** The language of the messages in the OpenAPI document. Default: Spanish. */
  readonly locale?: Locale | undefined;
  /** The response to a request that may not read the reference. */
  readonly refuse?: (request: HttpRequest) => Promise<HttpResponse | undefined>;
};

const safe = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const forEver = 'public, max-age=31536000, immutable';

// The page and the document are loaded on their first request, to keep the start fast.
const loadPage = async () => {
  const { koaSwagger } = await import('koa2-swagger-ui');
  // All URLs are relative to `/doc`, so that they work wherever the application is mounted, also behind a proxy.
  return koaSwagger({
    title: 'Pasarela: API reference',
    routePrefix: false,
    hideTopbar: true,
    swaggerCdnUrl: 'doc/assets',
    swaggerVersion: referenceAssetsVersion(),
    favicon: `doc/assets/${referenceAssetsVersion()}/favicon-32x32.png`,
    swaggerOptions: {
      url: 'doc/openapi.json',
      validatorUrl: null,
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'list',
    },
  });
};

let page: ReturnType<typeof loadPage> | undefined;

// The template links a web font of another host, and has an inline style that the policy would have to allow.
const withoutForeignParts = (html: string): string =>
  html
    .replace(/<link [^>]*fonts\.googleapis\.com[^>]*>\s*/g, '')
    .replace(' style="position:absolute;width:0;height:0"', ' width="0" height="0"');

const answerPage = async (ctx: Context): Promise<void> => {
  // The relative URLs are wrong on `/doc/`.
  if (ctx.path.endsWith('/')) {
    ctx.redirect('../doc');
    return;
  }
  page ??= loadPage();
  const renderPage = await page;
  await renderPage(ctx, async () => undefined);
  const html = withoutForeignParts(String(ctx.body));
  ctx.set({
    ...safe,
    'content-security-policy': referencePolicy(html),
    'cache-control': 'no-cache',
  });
  ctx.body = html;
};

const loadDocument = async (version: string, locale: Locale | undefined): Promise<string> => {
  const { createOpenApiDocument } = await import('../openapi/create-open-api-document.js');
  const { default: examples } = await import('../openapi/examples.json', {
    with: { type: 'json' },
  });
  return JSON.stringify(createOpenApiDocument({ version, serverUrl: '..', examples, locale }));
};

/** `GET /doc`: the interactive API reference, which loads nothing from other hosts. `GET /doc/openapi.json`: the OpenAPI document. */
export const createReferenceRouter = ({
  version,
  prefix = '',
  locale,
  refuse = async () => undefined,
}: ReferenceRouterOptions): Router => {
  const router = new Router({ prefix });
  router.use(async (ctx, next) => {
    const refusal = await refuse(requestOfContext(ctx));
    if (refusal === undefined) await next();
    else answerContext(ctx, refusal);
  });
  let document: Promise<string> | undefined;
  const assetOf = createReferenceAssets();

  router.get('/doc', async (ctx) => {
    ctx.state['route'] = `${prefix}/doc`;
    await answerPage(ctx);
  });
  router.get('/doc/openapi.json', async (ctx) => {
    ctx.state['route'] = `${prefix}/doc/openapi.json`;
    document ??= loadDocument(version, locale);
    const text = await document;
    ctx.set({ ...safe, 'cache-control': 'no-cache' });
    ctx.type = 'application/json';
    ctx.body = text;
  });
  router.get('/doc/assets/:version/:file', async (ctx, next) => {
    const { version: asked = '', file = '' } = ctx.params;
    const asset = asked === referenceAssetsVersion() ? assetOf(file) : undefined;
    if (asset === undefined) {
      await next();
      return;
    }
    ctx.state['route'] = `${prefix}/doc/assets/:version/:file`;
    ctx.set({ ...safe, 'cache-control': forEver });
    ctx.type = asset.type;
    ctx.body = asset.content;
  });
  return router;
};
