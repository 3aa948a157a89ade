import { readFileSync } from 'node:fs';
import { isNewer, releasedIn, unreleasedIn } from './changelog.mjs';
import { attempt } from './run.mjs';

const read = (path) => readFileSync(path, 'utf8');
const git = (...args) => attempt('.', 'git', args);
const output = (...args) => git(...args).stdout.trim();

/** `owner/name` of an address on a code host. */
const repositoryIn = (url = '') =>
  /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url)?.[1]?.toLowerCase();

const nodeProblem = ({ engines }) => {
  const least = engines?.node?.replace('>=', '') ?? '0.0';
  const current = process.versions.node;
  const [a, b] = [least, current].map((text) => [...text.split('.'), '0'].slice(0, 3).join('.'));
  return isNewer(a, b) && `this is Node ${current}: use Node ${least} or newer`;
};

const treeProblems = (version) => {
  if (git('rev-parse', '--git-dir').code !== 0) {
    return ['this folder is not a git repository: run it in a clone'];
  }
  const branch = output('branch', '--show-current');
  return [
    branch !== 'main' && `this is the branch ${branch === '' ? 'none' : branch}: git switch main`,
    output('status', '--porcelain') !== '' && 'the tree has changes: commit or remove them',
    output('tag', '--list', `v${version}`) !== '' &&
      `the tag v${version} exists already: take a higher version, or delete the tag if it was never published (git tag -d v${version})`,
  ];
};

const versionProblems = (version, { version: current }) => {
  const changelog = read('CHANGELOG.md');
  const [last] = releasedIn(changelog).filter((old) => !isNewer(version, old));
  return [
    unreleasedIn(changelog) === '' &&
      'CHANGELOG.md has nothing under "## Unreleased": write what users notice there',
    last !== undefined && `${last} is released already: take a higher version`,
    isNewer(current, version) &&
      `package.json already has the later version ${current}: take a higher version`,
  ];
};

const originProblems = (version, manifest) => {
  const { code, stdout } = git('remote', 'get-url', 'origin');
  if (code !== 0) return [];
  const url = stdout.trim();
  const named = repositoryIn(manifest.repository?.url);
  const isHosted = /@|:\/\//.test(url);
  const remote = git('ls-remote', 'origin', 'refs/heads/main', `refs/tags/v${version}`);
  const head = remote.stdout.split('\n').find((line) => line.endsWith('refs/heads/main'));
  const sha = head?.split('\t')[0];
  return [
    isHosted &&
      repositoryIn(url) !== named &&
      `origin is ${repositoryIn(url)}, but package.json names ${named}: npm refuses the provenance unless they are the same. Correct "repository" in package.json, or origin`,
    remote.code !== 0 && `origin cannot be reached: ${remote.stderr.trim()}`,
    remote.stdout.includes(`refs/tags/v${version}`) &&
      `the tag v${version} exists at origin already: take a higher version`,
    sha !== undefined &&
      git('merge-base', '--is-ancestor', sha, 'HEAD').code !== 0 &&
      'main at origin has commits that are not here: git pull --ff-only',
  ];
};

/** Asks npm about the package: `found` is `null` if the name is free. */
const viewOf = (name) => {
  const { code, stdout, stderr } = attempt('.', 'npm', ['view', name, '--json']);
  if (code !== 0) {
    return /E404/.test(stdout + stderr)
      ? { found: null }
      : { problem: stderr.trim().split('\n')[0] };
  }
  return { found: JSON.parse(stdout) };
};

const npmProblems = (version, { name, repository }, { found, problem }) => {
  if (problem !== undefined) {
    return [`npm cannot be asked whether the name ${name} is free: ${problem}. Try again online`];
  }
  if (found === null) return [];
  const [theirs, ours] = [found.repository?.url, repository?.url].map(repositoryIn);
  return [
    theirs !== ours &&
      `the name ${name} on npm belongs to another project, ${theirs ?? 'without a repository'}: choose another "name" in package.json`,
    [found.versions].flat().includes(version) &&
      `${name}@${version} is on npm already: take a higher version`,
  ];
};

/**
 * Why a release cannot begin, all reasons at once, each with what to do. `isFirst`: npm does not have the package yet.
 */
export const refusalsOf = (version, others) => {
  if (!/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) {
    return {
      refusals: [
        'usage: npm run release -- [--dry-run] [--node PATH]... VERSION, for example 1.2.0',
      ],
    };
  }
  const manifest = JSON.parse(read('package.json'));
  const view = viewOf(manifest.name);
  return {
    isFirst: view.found === null,
    refusals: [
      nodeProblem(manifest),
      ...treeProblems(version),
      ...versionProblems(version, manifest),
      ...originProblems(version, manifest),
      ...npmProblems(version, manifest, view),
    ].filter(Boolean),
  };
};
