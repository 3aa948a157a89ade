const section = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/** The changes since the last release: the text below "Unreleased". */
export const unreleasedIn = (changelog) => (section.exec(changelog)?.[1] ?? '').trim();

/** The versions that have a section, the last one first. */
export const releasedIn = (changelog) =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);

/** Puts the changes below the version and its date, and leaves "Unreleased" empty. */
export const withVersion = (changelog, version, date) =>
  changelog.replace('## Unreleased\n', () => `## Unreleased\n\n## ${version} (${date})\n`);

/** Whether a version is higher than another one. */
export const isNewer = (one, other) => {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const index = a.findIndex((part, position) => part !== b[position]);
  return index !== -1 && a[index] > b[index];
};
