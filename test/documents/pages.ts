import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FencedBlock, fencedBlocks } from '../support/documents/fenced-blocks.js';

export type Page = {
  readonly file: string;
  readonly text: string;
  readonly blocks: ReadonlyArray<FencedBlock>;
};

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...(await readdir('docs', { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name).replaceAll('\\', '/'))
    .toSorted(),
];

/** Every document of the repository. */
export const pages: ReadonlyArray<Page> = await Promise.all(
  files.map(async (file) => {
    const text = await readFile(file, 'utf8');
    return { file, text, blocks: fencedBlocks(text) };
  }),
);
