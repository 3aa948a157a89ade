import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Copies the sources with their lint and compiler settings to a folder where tests can add files. */
export type Overlay = {
  readonly directory: string;
  readonly plant: (path: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

const copied = [
  'src',
  'oxlint.config.mjs',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.core.json',
];

export const makeOverlay = async (): Promise<Overlay> => {
  const directory = await mkdtemp(join(tmpdir(), 'pasarela-overlay-'));
  await Promise.all([
    ...copied.map((name) => cp(name, join(directory, name), { recursive: true })),
    cp('scripts/lint-plugin.mjs', join(directory, 'scripts/lint-plugin.mjs')),
    mkdir(join(directory, 'test')),
    symlink(resolve('node_modules'), join(directory, 'node_modules'), 'junction'),
  ]);
  return {
    directory,
    plant: async (path, text) => {
      const file = join(directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    remove: () => rm(directory, { recursive: true }),
  };
};
