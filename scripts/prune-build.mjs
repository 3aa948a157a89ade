import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Removes what was compiled from sources that are gone: an incremental compilation leaves it, and mocha would run it.
for (const folder of ['src', 'test'].filter((name) => existsSync(join('build', name)))) {
  for (const name of readdirSync(join('build', folder), { recursive: true })) {
    const source = join(folder, name.replace(/\.(?:js|js\.map|d\.ts)$/, '.ts'));
    const isCompiled = source.endsWith('.ts') && !name.includes('bundles');
    if (isCompiled && !existsSync(source)) rmSync(join('build', folder, name));
  }
}
