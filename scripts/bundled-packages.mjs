import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The folders of the packages whose code is in bundles. */
export const packagesIn = (builds) => {
  const files = builds.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const paths = files.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].toSorted((one, other) => (one < other ? -1 : 1));
};

const noticeOf = (folder) => {
  const { name, version, license } = read(`${folder}/package.json`);
  const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
  const text =
    file === undefined ? `Licence: ${license}` : readFileSync(`${folder}/${file}`, 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
};

/** Writes the licences of these packages, which ask to be passed on with the code. */
export const writeNotices = (target, folders) =>
  writeFileSync(
    `${target}/third-party-licences.txt`,
    ['The files in this folder contain these packages.\n', ...folders.map(noticeOf)].join(
      `\n${'-'.repeat(80)}\n\n`,
    ),
  );

const list = 'scripts/bundled-packages.json';

/**
 * Checks the list of these packages in the repository, from which the page of licences and the bill of materials are made. With
 * `--list` it is written.
 */
export const checkList = (folders) => {
  if (process.argv.includes('--list')) writeFileSync(list, `${JSON.stringify(folders, null, 2)}\n`);
  const listed = new Set(read(list));
  const missing = folders.filter((folder) => !listed.delete(folder));
  if (missing.length + listed.size > 0) {
    throw new Error(
      `${list} is not what the bundles contain (new: ${missing.join()}; gone: ${[...listed].join()}): npm run licences writes it`,
    );
  }
};
