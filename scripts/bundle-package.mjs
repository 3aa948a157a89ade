import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleCommandLine } from './bundle-command-line.mjs';
import { bundleSettings } from './bundle-settings.mjs';
import { checkList, packagesIn, writeNotices } from './bundled-packages.mjs';
import { pruneDeclarations } from './prune-declarations.mjs';
import { writeCommonJs, writeDeclarations } from './write-commonjs.mjs';

// Bundles what the package ships into dist/, above the declarations that `tsc` wrote into dist/cjs/. Most of the time that an import takes
// goes into finding, opening and linking files: 250 small ones took twice as long as a few large ones.
const target = 'dist';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const entryPoints = Object.values(manifest.exports).flatMap(({ import: module }) =>
  module === undefined ? [] : [module.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')],
);

const settings = bundleSettings(target);

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
  external: ['koa', 'libsql', 'pg', 'undici'],
});

const commandLine = await bundleCommandLine(target);

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
