import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (program, ...args) => execFileSync(program, args, { stdio: 'pipe' });

const usual = '4g';

/** A file system of its own, which can become full. */
export const mountDisk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${usual},mode=755`, 'tmpfs', folder);
  chownSync(folder, 65_534, 65_534);
  const resize = (size) => run('mount', '-o', `remount,size=${size}`, folder);
  return {
    folder,
    /** Leaves this many bytes. */
    fill: (bytes) => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      resize(String((blocks - bfree) * bsize + bytes));
    },
    empty: () => resize(usual),
    close: () => {
      run('umount', folder);
      rmSync(folder, { recursive: true });
    },
  };
};
