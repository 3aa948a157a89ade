// Writes the lists of files in docs/internals/architecture.md from a trace of the code that `tsc` has compiled into build/.
// `--check` writes nothing: it prints what is not up to date, and fails.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { lines } from './architecture/files.mjs';
import { tracePaths } from './architecture/trace.mjs';

const page = 'docs/internals/architecture.md';
const inSimulator = /^src\/(?:simulator|adapters\/outbound\/memory)\//;

const link = (file) => `[${basename(file)}](../../${file})`;

const listOf = (files, told) => {
  const first = files.filter((file) => !told.has(file));
  const again = files.length - first.length;
  const rows = first.map((file) => `| ${link(file)} | ${lines[file]} |`);
  const rest = again === 0 ? [] : ['', `Besides these, ${again} files of the lists above run.`];
  return ['| File | Content |', '|---|---|', ...rows, ...rest];
};

const paths = Object.entries(await tracePaths()).map(([name, ran]) => ({
  name,
  files: Object.keys(lines).filter(
    (file) => ran.has(file) && (name !== 'confirmation' || inSimulator.test(file)),
  ),
  ran: [...ran].filter((file) => name !== 'confirmation' || inSimulator.test(file)),
}));

const all = new Set(paths.flatMap(({ ran }) => ran));
const problems = [
  ...[...all].filter((file) => !(file in lines)).map((file) => `has no line: ${file}`),
  ...Object.keys(lines)
    .filter((file) => !all.has(file))
    .map((file) => `runs on no path: ${file}`),
].map((problem) => `scripts/architecture/files.mjs: ${problem}`);

const before = readFileSync(page, 'utf8');
const told = new Set();
const after = paths.reduce((text, { name, files }) => {
  const [from, to] = [`<!-- files: ${name} -->`, `<!-- end: ${name} -->`];
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${page} has no place for the path ${name}`);
  const list = listOf(files, told).join('\n');
  for (const file of files) told.add(file);
  return `${text.slice(0, start + from.length)}\n\n${list}\n\n${text.slice(end)}`;
}, before);

if (!process.argv.includes('--check')) writeFileSync(page, after);
else if (before !== after) problems.push(`${page} is not up to date: npm run architecture`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
