import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// Writes dist/sbom.cdx.json, the software bill of materials (CycloneDX) of what users of the package install, and of the packages
// whose code is inside it: from the lock file and the list of those, without the time and the random number that npm adds, so that the same sources give the same bytes.
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

// Not by `--omit=dev`, which also leaves out packages that development needs too.
const folder = 'node_modules/';
const inside = new Set([
  ...read('scripts/bundled-packages.json'),
  'node_modules/koa2-swagger-ui',
  'node_modules/swagger-ui-dist',
]);
const locked = Object.entries(read('package-lock.json').packages).filter(
  ([path, { dev }]) => path !== '' && (dev !== true || inside.has(path)),
);
const idsOf = (packages) =>
  new Set(
    packages.map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf(folder) + folder.length)}@${version}`,
    ),
  );
const installed = idsOf(locked);
// npm leaves out optional packages that are for other platforms.
const required = idsOf(
  locked.filter(([path, { optional }]) => optional !== true || inside.has(path)),
);
const written = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  stdio: ['ignore', 'pipe', 'ignore'],
});
const { serialNumber: _, metadata, components, dependencies, ...bom } = JSON.parse(written);
const { timestamp: __, component, ...others } = metadata;
const idOf = ({ name, version }) => `${name}@${version}`;
const kept = components.filter((one) => installed.has(idOf(one)));
const references = new Set([component, ...kept].map((one) => one['bom-ref']));
writeFileSync(
  'dist/sbom.cdx.json',
  `${JSON.stringify(
    {
      ...bom,
      // npm takes the name of the folder.
      metadata: { ...others, component: { ...component, name: read('package.json').name } },
      components: kept.map((one) => ({
        ...one,
        scope: required.has(idOf(one)) ? 'required' : 'optional',
        properties: [],
      })),
      dependencies: dependencies
        .filter(({ ref }) => references.has(ref))
        .map(({ ref, dependsOn }) => ({
          ref,
          dependsOn: dependsOn.filter((other) => references.has(other)),
        })),
    },
    null,
    2,
  )}\n`,
);
