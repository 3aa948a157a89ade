import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { koaSwagger } from 'koa2-swagger-ui';

// The name in the page, and the file of swagger-ui-dist.
const assets = {
  'swagger-ui.min.css': 'swagger-ui.css',
  'swagger-ui-bundle.js': 'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js': 'swagger-ui-standalone-preset.js',
  'favicon-32x32.png': 'favicon-32x32.png',
};

const notices = [
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

const pathOf = (file) => `node_modules/swagger-ui-dist/${file}`;

// Our own style, names for what Swagger UI leaves without one, shared errors once, and examples that work as they are.
const ours = ['reference.css', 'reference.js', 'reference-plugin.js', 'try-it-out.js'];
const ourPathOf = (file) => fileURLToPath(new URL(`./swagger-ui/${file}`, import.meta.url));

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

// Texts lie there as browsers ask for them: a quarter of their size, and the service compresses nothing.
const copyAsset = (path, target) => {
  if (path.endsWith('.png')) copyFileSync(path, target);
  else writeFileSync(`${target}.br`, brotliCompressSync(readFileSync(path), quality));
};

// Part of the URLs of the assets, so that browsers can cache them forever.
const versionOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
};

// The template links a web font of another host, and has an inline style that the policy would have to allow.
const withoutForeignParts = (html) =>
  html
    .replace(/<link [^>]*fonts\.googleapis\.com[^>]*>\s*/g, '')
    .replace(' style="position:absolute;width:0;height:0"', ' width="0" height="0"');

const withOurParts = (html, version) =>
  html.replace(
    '</head>',
    `  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="doc/assets/${version}/reference.css">
  <script src="doc/assets/${version}/reference.js" defer></script>
  <script src="doc/assets/${version}/reference-plugin.js" defer></script>
  <script type="module" src="doc/assets/${version}/try-it-out.js"></script>
</head>`,
  );

// All URLs are relative to `/doc`, so that they work wherever the interface is mounted, also behind a proxy.
const renderPage = (version) => {
  const context = {};
  koaSwagger({
    title: 'Pasarela: API reference',
    routePrefix: false,
    hideTopbar: true,
    swaggerCdnUrl: 'doc/assets',
    swaggerVersion: version,
    favicon: `doc/assets/${version}/favicon-32x32.png`,
    swaggerOptions: {
      url: 'doc/openapi.json',
      validatorUrl: null,
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'list',
    },
  })(context);
  return withOurParts(withoutForeignParts(context.body), version);
};

/**
 * Puts the page of the API reference and its assets into `swagger-ui/` in the folder of the code that reads them. koa2-swagger-ui
 * renders the page here, once: it is the same for everybody. Users of the package get these files, not swagger-ui-dist: it is five
 * times as large, and depends on a package that reports installations.
 */
export const copySwaggerUi = (target) => {
  const folder = `${target}/swagger-ui`;
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(assets)) {
    copyAsset(pathOf(file), `${folder}/${name}`);
  }
  for (const file of notices) copyFileSync(pathOf(file), `${folder}/${file}`);
  copyFileSync('node_modules/koa2-swagger-ui/LICENSE', `${folder}/koa2-swagger-ui.LICENSE.txt`);
  for (const file of ours) copyAsset(ourPathOf(file), `${folder}/${file}`);
  const version = versionOf([...Object.values(assets).map(pathOf), ...ours.map(ourPathOf)]);
  writeFileSync(`${folder}/index.html`, renderPage(version));
};
