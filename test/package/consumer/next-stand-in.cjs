// Serves the route handlers of a shop as `next start` does. Next itself is too heavy for our development dependencies:
// `npm run examples` runs it.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { serve } = require('@hono/node-server');
const { build } = require('esbuild');
const { Hono } = require('hono');

const start = async () => {
  const routes = readdirSync('app', { recursive: true }).filter((path) =>
    /(?:^|\/)route\.[jt]s$/.test(path),
  );
  const [instrumentation] = readdirSync('.').filter((path) =>
    /^instrumentation\.[jt]s$/.test(path),
  );
  await build({
    entryPoints: [instrumentation, ...routes.map((path) => `app/${path}`)],
    outdir: '.next',
    outExtension: { '.js': '.mjs' },
    outbase: '.',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  const load = (path) =>
    import(pathToFileURL(join(process.cwd(), '.next', path.replace(/\.[jt]s$/, '.mjs'))).href);
  process.env.NEXT_RUNTIME = 'nodejs';
  await (await load(instrumentation)).register();
  const app = new Hono();
  for (const path of routes) {
    const address = `/${path.replace(/\/?route\.[jt]s$/, '').replaceAll(/\[(\w+)\]/g, ':$1')}`;
    for (const [method, handle] of Object.entries(await load(`app/${path}`))) {
      // As Next 16.4 does: a route without parameters in its path gets none, not an empty object.
      app.on(method, address, ({ req }) =>
        handle(req.raw, {
          params: address.includes(':') ? Promise.resolve(req.param()) : undefined,
        }),
      );
    }
  }
  serve({ fetch: app.fetch, port: Number(process.env.PORT) });
};

start();
