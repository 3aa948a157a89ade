import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** The file of the workflow that publishes. */
const workflow = 'release.yml';

const repositoryOf = ({ repository }) =>
  /github\.com[/:](.+?)(?:\.git)?$/.exec(repository?.url ?? '')?.[1] ?? 'OWNER/NAME';

/**
 * npm lets a workflow publish only a package that exists. So the name is taken with an empty package: writes that one, and
 * returns its file name.
 */
export const packPlaceholder = (manifest, folder) => {
  const { name, license, repository, homepage } = manifest;
  const place = join(folder, 'placeholder');
  mkdirSync(place, { recursive: true });
  const empty = { name, version: '0.0.0', description: `Use a later version of ${name}.` };
  writeFileSync(
    join(place, 'package.json'),
    `${JSON.stringify({ ...empty, license, repository, homepage, files: [] }, null, 2)}\n`,
  );
  writeFileSync(join(place, 'README.md'), `# ${name}\n\nThis version is empty: use a later one.\n`);
  const [packed] = Object.values(JSON.parse(run(place, 'npm', ['pack', '--json'], '')));
  return join(place, packed.filename);
};

const first = (manifest, file) => `
npm does not have ${manifest.name} yet, and lets a workflow publish only what exists. Once, from an account with two-factor
authentication, take the name with the empty package ${file}, and allow the workflow to publish:

  npm login
  npm publish ${file} --access public
  npx npm@^11.15.0 trust github ${manifest.name} --repo ${repositoryOf(manifest)} --file ${workflow} --allow-publish
`;

const remote = (manifest) => `
This clone has no origin:

  git remote add origin https://github.com/${repositoryOf(manifest)}.git
`;

/** The commands that are left for a person. */
export const nextCommands = ({ manifest, version, file, placeholder, hasOrigin }) => `
What is left for a person, in this order. Look at it:

  git diff
  tar -tf ${file}
  npm test

Keep it (-a in place of -s if you have no key to sign with). To drop it instead: git restore . && rm ${file}

  git commit -am "Release ${version}"
  git tag -s v${version} -m "Pasarela ${version}"
${hasOrigin ? '' : remote(manifest)}${placeholder === undefined ? '' : first(manifest, placeholder)}
Publish it. The push of the tag starts .github/workflows/${workflow}, which tests the commit, packs it, tries the package on
each Node, publishes it to npm with provenance, the image to ghcr.io, and makes the release on GitHub:

  git push --atomic origin main v${version}

See https://github.com/${repositoryOf(manifest)}/actions, and then check what users get:

  npm view ${manifest.name}@${version} dist.integrity dist.attestations
`;
