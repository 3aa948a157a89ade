import { Router } from '@koa/router';
import type { Context } from 'koa';
import { createOpenApiDocument } from '../../openapi/create-open-api-document.js';
import examples from '../../openapi/examples.json' with { type: 'json' };
import { createReferenceAssets, referenceAssetsVersion } from './reference-assets.js';
import { referencePolicy } from './reference-policy.js';

/** Where the reference is mounted, and of what version it is. */
export type ReferenceRouterOptions = {
  /** The version that the document states. */
  readonly version: string;
  /** Where the API is mounted: with `/shop` the page is `/shop/doc`. */
  readonly prefix?: string;
};

const safe = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const forEver = 'public, max-age=31536000, immutable';

// Loaded by the first who asks for the page: what renders it would make every start slower.
const loadPage = async () => {
  const { koaSwagger } = await import('koa2-swagger-ui');
  // All addresses are relative to `/doc`: they hold wherever the application is mounted, behind a proxy too.
  return koaSwagger({
    title: 'Pasarela: API reference',
    routePrefix: false,
    hideTopbar: true,
    swaggerCdnUrl: 'doc/assets',
    swaggerVersion: referenceAssetsVersion,
    favicon: `doc/assets/${referenceAssetsVersion}/favicon-32x32.png`,
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

// The page's template links a web font of another host, and has an inline style that the policy would need to allow.
const withoutForeignParts = (html: string): string =>
  html
    .replace(/<link [^>]*fonts\.googleapis\.com[^>]*>\s*/g, '')
    .replace(' style="position:absolute;width:0;height:0"', ' width="0" height="0"');

const answerPage = async (ctx: Context): Promise<void> => {
  // Relative addresses hold on `/doc` alone.
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

/** `GET /doc`: the interactive API reference, which asks no other host for anything. `GET /doc/openapi.json`: its document. */
export const createReferenceRouter = ({ version, prefix = '' }: ReferenceRouterOptions): Router => {
  const router = new Router({ prefix });
  const document = JSON.stringify(createOpenApiDocument({ version, serverUrl: '..', examples }));
  const assetOf = createReferenceAssets();

  router.get('/doc', async (ctx) => {
    ctx.state['route'] = `${prefix}/doc`;
    await answerPage(ctx);
  });
  router.get('/doc/openapi.json', (ctx) => {
    ctx.state['route'] = `${prefix}/doc/openapi.json`;
    ctx.set({ ...safe, 'cache-control': 'no-cache' });
    ctx.type = 'application/json';
    ctx.body = document;
  });
  router.get('/doc/assets/:version/:file', async (ctx, next) => {
    const { version: asked = '', file = '' } = ctx.params;
    const asset = asked === referenceAssetsVersion ? assetOf(file) : undefined;
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
