import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { paymentErrors } from '../support/errors/payment-errors.js';
import { keysOf } from '../support/json/keys-of.js';
import { runProgram } from '../support/programs/run-program.js';
import { makeOverlay } from './overlay.js';

const union = 'src/domain/payment-error.ts';
const domainRows = 'src/domain/payment-error-facts.ts';
const httpRows = 'src/adapters/inbound/http/http-error-facts.ts';

const settings = {
  extends: './tsconfig.base.json',
  compilerOptions: { noEmit: true },
  include: ['src'],
  exclude: ['src/simulator/browser'],
};

const guide = await readFile('docs/internals/adding-an-error.md', 'utf8');
const [type = '', domainRow = '', httpRow = ''] = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code = '']) => code,
);

/** The file with a text after the only place where another text stands. */
const inserted = async (file: string, after: string, text: string): Promise<string> => {
  const [before, rest, ...others] = (await readFile(file, 'utf8')).split(after);
  if (rest === undefined || others.length > 0) throw new Error(`not once in ${file}: ${after}`);
  return `${before}${after}${text}${rest}`;
};

/** The sources with the error of the guide, and with a second one that has no rows. */
const edited = async (): Promise<ReadonlyArray<readonly [file: string, text: string]>> => [
  [
    union,
    `${await inserted(union, 'export type PaymentError =\n', '  | PaymentsPaused\n  | Planted\n')}${type}
export type Planted = { readonly _tag: 'Planted' };
`,
  ],
  [domainRows, await inserted(domainRows, 'const facts = withKinds({\n', domainRow)],
  [
    httpRows,
    await inserted(
      httpRows,
      "const paymentErrors: { readonly [T in PaymentError['_tag']]: Row<ErrorOf<T>> } = {\n",
      httpRow,
    ),
  ],
];

describe('a new error', () => {
  let errors: ReadonlyArray<string>;

  before(async () => {
    const overlay = await makeOverlay();
    await overlay.plant('tsconfig.planted.json', JSON.stringify(settings));
    await overlay.plant('package.json', JSON.stringify({ type: 'module' }));
    for (const [file, text] of await edited()) await overlay.plant(file, text);
    const { stdout } = await runProgram(
      resolve('node_modules/.bin/tsc'),
      ['-p', 'tsconfig.planted.json', '--pretty', 'false', '--singleThreaded'],
      { cwd: overlay.directory },
    );
    await overlay.remove();
    errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  });

  it('compiles after the three edits of its guide', () => {
    expect(errors.filter((line) => !line.includes("Property 'Planted' is missing"))).to.deep.equal(
      [],
    );
  });

  it('is refused in two files without its rows', () => {
    expect(errors.map((line) => line.replace(/\(.*/, ''))).to.have.members([domainRows, httpRows]);
  });

  it('is in the table of errors of the use cases', async () => {
    const [, section = ''] = (await readFile('docs/use-cases.md', 'utf8')).split('\n## Errors\n');
    const [table = ''] = section.split('\n## ');
    expect(keysOf(paymentErrors).filter((tag) => !table.includes(`\`${tag}\``))).to.deep.equal([]);
  });
});
