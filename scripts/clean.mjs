import { rmSync } from 'node:fs';

// Otherwise files compiled from deleted sources would still be run or packed.
for (const path of process.argv.slice(2)) rmSync(path, { recursive: true, force: true });
