import { rmSync } from 'node:fs';

// What was compiled from files that are gone would still be run, or packed.
for (const path of process.argv.slice(2)) rmSync(path, { recursive: true, force: true });
