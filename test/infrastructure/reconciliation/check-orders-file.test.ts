import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { checkOrdersFile } from '../../../src/infrastructure/reconciliation/check-orders-file.js';
import { SetUpProblem } from '../../../src/infrastructure/set-up-problem.js';
import { runHere } from '../../support/programs/run-here.js';

describe('the file of RECONCILE_ORDERS', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-orders-'));
    file = join(folder, 'orders.csv');
    await writeFile(file, 'id,amount,currency,state,created\n');
    await symlink(join(folder, 'gone.csv'), join(folder, 'link.csv'));
  });
  after(() => rm(folder, { recursive: true }));

  const check = (orders: string | undefined, minutes = 60) =>
    checkOrdersFile({ reconcile: { minutes, days: 3, orders } }).then(
      () => 'accepted',
      (problem: unknown) => problem,
    );

  const refusal = (code: string) =>
    `RECONCILE_ORDERS names a file that cannot be read (${code}): correct the path, which begins at the working directory, or its rights`;

  it('may be read, by any path', async () => {
    expect(await check(file)).to.equal('accepted');
    expect(await check(relative(process.cwd(), file))).to.equal('accepted');
  });

  it('is not looked for when it is an address, or nothing is reconciled', async () => {
    expect(await check('http://127.0.0.1:9/orders')).to.equal('accepted');
    expect(await check('https://me:secret@shop.example/orders')).to.equal('accepted');
    expect(await check(join(folder, 'missing.csv'), 0)).to.equal('accepted');
    expect(await check(undefined)).to.equal('accepted');
  });

  for (const [what, path, code] of [
    ['is missing', ['missing.csv'], 'ENOENT'],
    ['is a module that is missing', ['orders.mjs'], 'ENOENT'],
    ['is a link to nothing', ['link.csv'], 'ENOENT'],
    ['is in a file', ['orders.csv', 'orders.csv'], 'ENOTDIR'],
    ['is a folder', [], 'EISDIR'],
  ] as const) {
    it(`is refused when it ${what}, without its path`, async () => {
      const problem = await check(join(folder, ...path));
      expect(problem).to.be.instanceOf(SetUpProblem).with.property('message', refusal(code));
    });
  }

  it('must be there when the service starts', async () => {
    const env = { RECONCILE_ORDERS: join(folder, 'missing.csv') };
    expect(await runHere(['serve', '--port', '0', '--watch'], env)).to.deep.include({
      code: 1,
      stdout: '',
      stderr: `pasarela: ${refusal('ENOENT')}\n`,
    });
  });
});
