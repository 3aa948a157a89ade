import { ReleaseProblem, run } from './run.mjs';

const largestMegabytes = 13;
const belongs =
  /^(?:dist\/.+\.(?:js|d\.ts|css|html|png|txt|br)|dist\/(?:cjs\/package|sbom\.cdx)\.json|dist\/swagger-ui\/\w+|docs\/.+\.(?:md|json|yaml|png|svg)|examples\/.+(?:\.(?:cfg|conf|js|mjs|ts|json|md|py|env|yaml)|\/Dockerfile|\/\.dockerignore)|(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE|\.env\.example|package\.json)$/;
const needed = [
  'LICENSE',
  'README.md',
  'dist/cjs/index.js',
  'dist/cli.js',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/sbom.cdx.json',
  'dist/third-party-licences.txt',
];

const placesOf = (paths) => {
  const counts = new Map();
  for (const path of paths) {
    const place = /^[^/]+\//.exec(path)?.[0] ?? path;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].map(([place, count]) => `  ${place}${count > 1 ? ` ${count} files` : ''}`);
};

/** Packs the package in a folder, prints what is in it, and refuses what does not belong there. Returns its file name. */
export const pack = (folder) => {
  const output = run(
    folder,
    'npm',
    ['pack', '--json'],
    'Repair the build: npm run build shows the same.',
  );
  // The scripts that run before may print lines.
  const [packed] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
  const paths = packed.files.map(({ path }) => path);
  const megabytes = packed.unpackedSize / 1e6;
  for (const line of placesOf(paths)) console.log(line);
  console.log(
    `  ${packed.filename}: ${paths.length} files, ${(packed.size / 1e6).toFixed(1)} MB packed, ${megabytes.toFixed(1)} MB unpacked\n  ${packed.integrity}`,
  );
  const wrong = [
    ...paths.filter((path) => !belongs.test(path)).map((path) => `${path} does not belong into it`),
    ...needed.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
    ...(megabytes > largestMegabytes ? [`it has more than ${largestMegabytes} MB`] : []),
  ];
  if (wrong.length > 0) {
    throw new ReleaseProblem(
      `the package is wrong: ${wrong.join(', ')}\nCorrect "files" in package.json, or the list in scripts/release/package-content.mjs.`,
    );
  }
  return packed.filename;
};
