import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';

const onLoad = (name, filter, edit) => ({
  name,
  setup: (build) => {
    build.onLoad({ filter }, ({ path }) => ({ contents: edit(path) }));
  },
});

/** The version as a constant: programs that bundle the library have no package.json to read. */
export const inlinedVersion = (version) =>
  onLoad(
    'inlined-version',
    /[\\/]package-version\.ts$/,
    () => `export const packageVersion = '${version}';`,
  );

/** The larger files of data as JSON in one line, which is read faster than the same object as code. */
export const compactJson = onLoad(
  'compact-json',
  /[\\/](?:openapi[\\/]examples|mime-db[\\/]db)\.json$/,
  (path) => {
    const compact = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
    return `module.exports = JSON.parse(${JSON.stringify(compact)});`;
  },
);

/** The classes of prom-client that the metrics use. The others load TLS and two more packages at each start. */
export const usedMetrics = onLoad('used-metrics', /[\\/]prom-client[\\/]index\.js$/, () =>
  ['Registry', 'Counter', 'Gauge', 'Histogram']
    .map((name) => `exports.${name} = require('./lib/${name.toLowerCase()}');`)
    .join('\n'),
);

/** Packages in CommonJS require modules of Node, which an ES module can only import. */
export const importedBuiltins = {
  name: 'imported-builtins',
  setup: (build) => {
    const filter = new RegExp(
      `^(?:node:)?(?:${builtinModules.filter((name) => !name.startsWith('node:')).join('|')})$`,
    );
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `import builtin from '${path}'; module.exports = builtin;`,
    }));
  },
};
