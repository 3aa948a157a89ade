import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { makeOverlay, type Overlay } from '../architecture/overlay.js';
import { runProgram } from '../support/programs/run-program.js';
import { pages } from './pages.js';

// `// src/a.ts` begins a new file; `// src/a.ts, below some text` adds lines to one.
const place = /^\/\/ (?<file>src\S+?\.ts)(?:, (?<side>above|below) (?<mark>.+))?$/;

/** Does what a block of the document says. */
const follow = async ({ directory, plant }: Overlay, code: string): Promise<boolean> => {
  const [head = '', ...added] = code.trimEnd().split('\n');
  const { file, side, mark } = place.exec(head)?.groups ?? {};
  if (file === undefined) return false;
  if (mark === undefined) {
    await plant(file, `${added.join('\n')}\n`);
    return true;
  }
  const lines = (await readFile(join(directory, file), 'utf8')).split('\n');
  const found = lines.flatMap((line, index) => (line.trim().startsWith(mark) ? [index] : []));
  expect(found, `${mark} in ${file}`).to.have.length(1);
  const [index = 0] = found;
  await plant(file, lines.toSpliced(index + (side === 'below' ? 1 : 0), 0, ...added).join('\n'));
  return true;
};

// Refunds a payment, and asks for the refund at the new endpoint.
const program = `
import { createFetchHandler } from './src/fetch.js';
import { createPayments } from './src/index.js';
import { createMemoryProcessor } from './src/memory.js';

const payments = createPayments({ processor: createMemoryProcessor() });
const handle = createFetchHandler(payments);
const call = async (method, path, body) => {
  const headers = { 'content-type': 'application/json' };
  const request = { method, headers, body: JSON.stringify(body) };
  const response = await handle(new Request('http://shop.example' + path, request));
  return { status: response.status, body: await response.json() };
};
const made = async (path, body) => (await call('POST', path, body)).body.data;

const customer = await made('/api/customers', { email: 'a@b.example', name: 'A', phone: '1' });
const { latest_charge: chargeId } = await made('/api/payments', {
  customer_id: customer.id,
  amount: 19.99,
  payment_method: 'pm_card_visa',
  confirm: true,
});
const refund = await made('/api/payments/refund', { chargeId });
console.log(JSON.stringify({ refund, ...(await call('GET', '/api/refunds/' + refund.id)) }));
`;

describe('docs/internals/adding-an-endpoint.md', () => {
  let overlay: Overlay;
  before(async () => {
    overlay = await makeOverlay();
    await overlay.plant('package.json', '{ "type": "module" }');
  });
  after(() => overlay.remove());

  it('adds an endpoint that compiles and answers', async () => {
    const page = pages.find(({ file }) => file === 'docs/internals/adding-an-endpoint.md');
    let steps = 0;
    for (const { text } of page?.blocks ?? []) if (await follow(overlay, text)) steps += 1;
    expect(steps).to.equal(6);

    const compiler = resolve('node_modules/.bin/tsc');
    const compiled = await runProgram(compiler, ['-p', 'tsconfig.json', '--singleThreaded'], {
      cwd: overlay.directory,
    });
    expect(compiled.stdout).to.equal('');

    await overlay.plant('build/program.js', program);
    const { stdout, stderr } = await runProgram(process.execPath, ['build/program.js'], {
      cwd: overlay.directory,
    });
    expect(stderr).to.equal('');
    const { refund, status, body }: { readonly [name: string]: unknown } = JSON.parse(stdout);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      status: true,
      statusCode: 200,
      message: 'Reembolso obtenido correctamente',
      data: refund,
    });
  });
});
