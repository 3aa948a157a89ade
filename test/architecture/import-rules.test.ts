import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { expect } from 'chai';
import * as t from 'io-ts';
import { runProgram } from '../support/programs/run-program.js';
import { makeOverlay, type Overlay } from './overlay.js';
import { permitted } from './permitted.js';
import { violations } from './violations.js';

const Diagnostic = t.intersection([
  t.type({ message: t.string, code: t.string, filename: t.string }),
  t.partial({ help: t.string }),
]);
type Diagnostic = t.TypeOf<typeof Diagnostic>;
const Report = t.type({ diagnostics: t.array(Diagnostic) });
const Scripts = t.type({ scripts: t.type({ 'check:lint': t.string }) });

const parse = <A>(codec: t.Type<A>, text: string): A => {
  const value: unknown = JSON.parse(text);
  if (!codec.is(value)) throw new Error(`Not a ${codec.name}: ${text.slice(0, 200)}`);
  return value;
};

const pathOf = (index: number, folder: string) => `${folder}/planted-violation-${index}.ts`;

// Only planted files are linted, which takes half the time.
const whole = ['src', 'test', 'scripts', 'bench'];

const neighbours = [
  'src/domain',
  'src/application',
  'src/infrastructure',
  'src/adapters/inbound/http/koa',
  'src/simulator/wire',
  'src/torture',
].map((folder) => `${folder}/planted-neighbour.ts`);

const importAll = (specifiers: ReadonlyArray<string>) =>
  [
    ...specifiers.map((specifier, index) => `import * as m${index} from '${specifier}';`),
    `export const value = [${specifiers.map((_, index) => `m${index}`).join(', ')}];`,
    '',
  ].join('\n');

describe('import rules', () => {
  let overlay: Overlay;
  let diagnostics: ReadonlyArray<Diagnostic>;
  let exitCode: number;

  before(async () => {
    overlay = await makeOverlay();
    await Promise.all([
      ...violations.map(({ folder, code }, index) => overlay.plant(pathOf(index, folder), code)),
      ...permitted.map(([file, ...specifiers]) => overlay.plant(file, importAll(specifiers))),
      ...neighbours.map((file) => overlay.plant(file, 'export const neighbour = 1;\n')),
      overlay.plant('src/infrastructure/create-planted.ts', 'export const created = 1;\n'),
    ]);
    const cycle = violations.findIndex(({ rule }) => rule === 'import(no-cycle)');
    await overlay.plant(
      'src/application/planted-cycle.ts',
      `import type { Value } from './planted-violation-${cycle}.js';\nexport type Cycle = Value | null;\n`,
    );
    const { scripts } = parse(Scripts, await readFile('package.json', 'utf8'));
    const [program = '', ...args] = scripts['check:lint'].split(' ');
    const planted = [
      ...violations.map(({ folder }, index) => pathOf(index, folder)),
      ...permitted.map(([file]) => file),
      'src/application/planted-cycle.ts',
    ];
    const { code, stdout } = await runProgram(
      resolve('node_modules/.bin', program),
      [...args.filter((arg) => !whole.includes(arg)), '--format=json', ...planted],
      { cwd: overlay.directory },
    );
    exitCode = code;
    diagnostics = parse(Report, stdout).diagnostics;
  });

  after(() => overlay.remove());

  const refusalsOf = (file: string) =>
    diagnostics
      .filter(({ filename }) => filename.replaceAll('\\', '/') === file)
      .map(({ code, message, help = '' }) => `${code} ${message} ${help}`);

  it('fail the lint run', () => {
    expect(exitCode).to.equal(1);
  });

  for (const [index, { rule, folder, code, refusal }] of violations.entries()) {
    it(`refuse in ${folder}: ${code.trim().replace(/\s+/g, ' ')}`, () => {
      const refusals = refusalsOf(pathOf(index, folder));
      const matching = refusals.filter((text) => text.startsWith(rule) && text.includes(refusal));
      expect(matching, `${rule}: ${refusal}; reported instead: ${refusals.join('; ')}`).not.to.be
        .empty;
    });
  }

  for (const [file, ...specifiers] of permitted) {
    it(`allow ${dirname(file)} to import ${specifiers.join(', ')}`, () => {
      expect(refusalsOf(file)).to.deep.equal([]);
    });
  }

  it('name folders that exist', async () => {
    for (const folder of new Set(violations.map((one) => one.folder))) await access(folder);
  });

  it('cover every file and folder in src', async () => {
    const names = await readdir('src');
    const layers = ['adapters', 'application', 'domain', 'infrastructure', 'simulator', 'torture'];
    const entryPoints = [
      'contract',
      'contract.ts',
      'fake-server.ts',
      'index.ts',
      'client.ts',
      'fetch.ts',
      'koa.ts',
      'memory.ts',
      'node.ts',
      'postgres.ts',
      'sqlite.ts',
      'stripe.ts',
      'torture.ts',
    ];
    expect(names.filter((name) => ![...layers, ...entryPoints].includes(name))).to.deep.equal([]);
  });
});
