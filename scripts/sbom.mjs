import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// Writes dist/sbom.cdx.json, the software bill of materials (CycloneDX) of what users of the package install: from the lock file
// alone, without the time and the random number that npm adds, so that the same sources give the same bytes.
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const written = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
  { encoding: 'utf8', shell: process.platform === 'win32' },
);
const { serialNumber: _, metadata, ...bom } = JSON.parse(written);
const { timestamp: __, component, ...others } = metadata;
writeFileSync(
  'dist/sbom.cdx.json',
  `${JSON.stringify({ ...bom, metadata: { ...others, component: { ...component, name } } }, null, 2)}\n`,
);
