import { rmSync } from 'node:fs';

// Compiled files of sources that are gone would still be run, or packed.
for (const path of ['dist', 'build/src', 'build/test', 'coverage']) {
  rmSync(path, { recursive: true, force: true });
}
