import { readFile } from 'node:fs/promises';
import { Router } from '@koa/router';
import type { Context } from 'koa';

const bundles = new URL('./bundles/', import.meta.url);

/** Sends a script. Pages of every origin may load it, also those that isolate themselves from other origins. */
const sendScript = async (ctx: Context, name: 'page' | 'frame'): Promise<void> => {
  ctx.set({
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
  });
  ctx.type = 'text/javascript';
  const script = await readFile(new URL(`${name}.js`, bundles), 'utf8');
  // The address under which the browser, or a test that stands between, reached this server.
  const server = JSON.stringify(`${ctx.protocol}://${ctx.host}`);
  ctx.body = script.replace('"{{server}}"', () => server);
};

// The page of a shop holds the frames, so everyone may frame them. They load nothing from other places.
const framePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

const framePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pasarela's stand-in for Stripe.js</title>
</head>
<body><script src="/v3/frame.js"></script></body>
</html>
`;

// For the form of the bank, which the frame of the challenge fills.
const emptyPage = '<!doctype html><html lang="en"><title>3D Secure</title><body></body></html>\n';

const sendPage = (html: string) => (ctx: Context) => {
  ctx.set({
    'cache-control': 'no-cache',
    'content-security-policy': framePolicy,
    'cross-origin-resource-policy': 'cross-origin',
  });
  ctx.type = 'text/html';
  ctx.body = html;
};

/** A stand-in for Stripe.js under the paths of its versions, and the frames that it opens in a shop's page. */
export const createStripeJsRouter = (): Router => {
  const router = new Router({ strict: true, sensitive: true });
  for (const path of ['/v3', '/v3/', '/stripe.js', '/:release/stripe.js']) {
    router.get(path, (ctx) => sendScript(ctx, 'page'));
  }
  router.get('/v3/frame.js', (ctx) => sendScript(ctx, 'frame'));
  router.get('/v3/elements-inner-:element.html', sendPage(framePage));
  router.get('/v3/three-ds-2-challenge.html', sendPage(framePage));
  router.get('/v3/three-ds-2-form.html', sendPage(emptyPage));
  return router;
};
