import * as t from 'io-ts';

const Entry = t.intersection([
  t.type({ version: t.string }),
  t.partial({ license: t.string, dev: t.boolean, hasInstallScript: t.boolean }),
]);

const Lock = t.type({ packages: t.record(t.string, t.union([Entry, t.UnknownRecord])) });

export type LockedPackage = {
  /** Its folder. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Only for the development of Pasarela: users of the package do not get it. */
  readonly dev: boolean;
  readonly hasInstallScript: boolean;
};

// Their `package.json` has the older field `licenses`, which npm does not copy into the lock file.
const olderNotation = new Map([
  ['busboy', 'MIT'],
  ['streamsearch', 'MIT'],
]);

/** The packages of a lock file, each version once. */
export const lockedPackages = (lock: string): ReadonlyArray<LockedPackage> => {
  const parsed: unknown = JSON.parse(lock);
  if (!Lock.is(parsed)) throw new Error('not a lock file');
  return Object.entries(parsed.packages).flatMap(([path, entry]) => {
    if (path === '' || !Entry.is(entry)) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [
      {
        path,
        name,
        version: entry.version,
        licence: entry.license ?? olderNotation.get(name) ?? 'unknown',
        dev: entry.dev ?? false,
        hasInstallScript: entry.hasInstallScript ?? false,
      },
    ];
  });
};

// The page of the API reference and its assets, in `dist/swagger-ui`.
const copied = ['node_modules/koa2-swagger-ui', 'node_modules/swagger-ui-dist'];

/** The packages that users get: its dependencies, and theirs, and what its files contain. */
export const shippedPackages = (lock: string, bundled: string): ReadonlyArray<LockedPackage> => {
  const paths: unknown = JSON.parse(bundled);
  if (!t.array(t.string).is(paths)) throw new Error('not a list of folders');
  const inside = new Set([...copied, ...paths]);
  return lockedPackages(lock).filter(({ path, dev }) => !dev || inside.has(path));
};

/** `docs/internals/licences.md`. */
export const licencesPage = (lock: string, bundled: string): string => {
  const rows = shippedPackages(lock, bundled).map(
    ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`,
  );
  return `# Licences

Pasarela is under the [MIT licence](../../LICENSE). These packages come with it. All of them may be used, changed and sold in
closed programs, too, as long as their notices stay. \`dist/third-party-licences.txt\` has the notices of those whose code
is inside Pasarela's files, \`dist/swagger-ui\` those of the API reference. \`npm run licences\` writes this page from the
lock file and the bundles, and a test compares them.

| Package | Version | Licence |
|---|---|---|
${[...new Set(rows)].toSorted().join('\n')}
`;
};
