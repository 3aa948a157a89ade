import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleConsole } from './bundle-console.mjs';
import { bundleStripeJs } from './bundle-stripe-js.mjs';
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

// Reads no file, so that programs which bundle the library find the version too.
const inlinedVersion = {
  name: 'inlined-version',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]package-version\.ts$/ }, () => ({
      contents: `export const packageVersion = '${manifest.version}';`,
    }));
  },
};

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
  plugins: [inlinedVersion],
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
};

// Pure functions, of which a program may hold two copies.
const partOfTheLibrary = ['fp-ts', 'io-ts', 'sorted-btree'];

const library = await build({
  ...settings,
  entryPoints,
  // Programs share the other packages with their own code, or measure them where they are loaded.
  external: Object.keys(manifest.dependencies).filter((name) => !partOfTheLibrary.includes(name)),
});

// The command line is a program, and nothing imports it: it contains its packages, but for binaries, assets, and drivers.
const commandLine = await build({
  ...settings,
  entryPoints: { cli: 'src/infrastructure/cli/main.ts' },
  chunkNames: 'cli-[hash]',
  // A stack trace names its functions, and the maps of all packages would be larger than the code.
  sourcemap: false,
  external: ['libsql', 'pg'],
  // For packages in CommonJS that require a module of Node.
  banner: {
    js: "import { createRequire as createCliRequire } from 'node:module'; const require = createCliRequire(import.meta.url);",
  },
});

const packagesIn = ({ metafile }) =>
  Object.keys(metafile.inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [],
  );

// Their licences ask to be passed on with the code.
const noticeOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
  const text =
    file === undefined ? `Licence: ${license}` : readFileSync(`${folder}/${file}`, 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
};
const bundled = [...new Set([library, commandLine].flatMap(packagesIn))].toSorted();
writeFileSync(
  `${target}/third-party-licences.txt`,
  ['The files in this folder contain these packages.\n', ...bundled.map(noticeOf)].join(
    `\n${'-'.repeat(80)}\n\n`,
  ),
);

pruneDeclarations(`${target}/cjs`, entryPoints);
await writeCommonJs(
  target,
  Object.keys(library.metafile.outputs).filter((file) => file.endsWith('.js')),
);
writeDeclarations(target, entryPoints);
bundleStripeJs(target);
bundleConsole(target);
copySwaggerUi(target);
