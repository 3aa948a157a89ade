import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleConsole } from './bundle-console.mjs';
import { compactJson, importedBuiltins, inlinedVersion } from './bundle-plugins.mjs';
import { bundleStripeJs } from './bundle-stripe-js.mjs';
import { checkList, packagesIn, writeNotices } from './bundled-packages.mjs';
import { copySwaggerUi } from './copy-swagger-ui.mjs';
import { pruneDeclarations } from './prune-declarations.mjs';
import { writeCommonJs, writeDeclarations } from './write-commonjs.mjs';

// Bundles what the package ships into dist/, above the declarations that `tsc` wrote into dist/cjs/. Most of the time that an import takes
// goes into finding, opening and linking files: 250 small ones took twice as long as a few large ones.
const target = 'dist';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const entryPoints = Object.values(manifest.exports).flatMap(({ import: module }) =>
  module === undefined ? [] : [module.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')],
);

const settings = {
  outdir: target,
  bundle: true,
  // What several entry points use is in chunks, so that each class and each symbol exists once.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  // Their ES modules: functions that nobody uses are left out, and the others are not copied from object to object.
  alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts': 'io-ts/es6/index.js' },
  plugins: [inlinedVersion(manifest.version), compactJson, importedBuiltins],
  metafile: true,
  logLevel: 'warning',
};

// One file that imports nothing: it also runs where Node does not, and in bundles that should stay small.
const clientSource = 'src/client.ts';
const client = await build({
  ...settings,
  entryPoints: [clientSource],
  splitting: false,
  platform: 'neutral',
});

const library = await build({
  ...settings,
  entryPoints: entryPoints.filter((file) => file !== clientSource),
  // Binaries, what programs bring themselves, and the client whose connections they may measure. ADR 30 says why not more.
  external: ['libsql', 'pg', 'undici'],
});

// The command line is a program, and nothing imports it: it contains its packages, but for binaries and drivers.
const commandLine = await build({
  ...settings,
  entryPoints: { cli: 'src/infrastructure/cli/main.ts' },
  chunkNames: 'cli-[hash]',
  external: ['libsql', 'pg'],
  // For packages in CommonJS that require a module of Node.
  banner: {
    js: "import { createRequire as createCliRequire } from 'node:module'; const require = createCliRequire(import.meta.url);",
  },
});

// Node loads it into shops under test. It stands beside the code that says where it is.
await build({
  ...settings,
  entryPoints: ['src/torture/stand-in/redirect-preload.ts'],
  splitting: false,
});

const bundled = packagesIn([library, commandLine]);
writeNotices(target, bundled);
checkList(bundled);

pruneDeclarations(`${target}/cjs`, entryPoints);
await writeCommonJs(
  target,
  [library, client]
    .flatMap(({ metafile }) => Object.keys(metafile.outputs))
    .filter((file) => file.endsWith('.js')),
);
writeDeclarations(target, entryPoints);
bundleStripeJs(target);
bundleConsole(target);
copySwaggerUi(target);
