import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { callAt } from '../support/http/call.js';
import { at } from '../support/json/at.js';
import { type Image, runDockerfile, startInImage, withoutRights } from './dockerfile-run.js';

describe('the image that the steps of the Dockerfile make, without Docker', () => {
  let folder = '';
  let image: Image;
  let user: { readonly uid?: number; readonly gid?: number } = {};
  const running: Array<ReturnType<typeof startInImage>> = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-image-'));
    image = await runDockerfile('.', folder);
    user = await withoutRights(image, 'data', folder);
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(() => {
    for (const program of running.splice(0)) program.kill('SIGKILL');
  });

  /** Starts a command, and returns its first line and a way to end it. */
  const start = async (args: ReadonlyArray<string>, variables = {}) => {
    const program = startInImage(image, args, variables, user);
    running.push(program);
    let problems = '';
    program.stderr.setEncoding('utf8').on('data', (text: string) => {
      problems += text;
    });
    const ended = once(program, 'exit');
    const lines = createInterface({ input: program.stdout });
    const first: unknown = await Promise.race([
      once(lines, 'line').then(([line]: ReadonlyArray<unknown>) => line),
      ended.then(() => problems),
    ]);
    const stop = async (): Promise<unknown> => {
      program.kill('SIGTERM');
      return (await ended)[0];
    };
    return { line: String(first), stop };
  };

  it('runs as a user without rights, and starts the service by itself', () => {
    expect(image).to.deep.include({ user: 'node', command: ['node', '/app/dist/cli.js', 'serve'] });
  });

  it('has no packages of development, and is small', async () => {
    const root = join(image.root, 'app');
    const names = await readdir(join(root, 'node_modules'));
    expect(names).to.include.members(['pg', 'libsql', 'undici']);
    expect(names).not.to.include('typescript').and.not.to.include('mocha');
    const files = await readdir(root, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).to.be.within(5, 60);
  });

  it('takes a payment at the local server of the same image, keeps it in /data, and ends at SIGTERM', async () => {
    const fake = await start(['fake', '--port', '0']);
    // Published ports reach only what does not listen on loopback.
    expect(fake.line).to.match(/listens on http:\/\/0\.0\.0\.0:\d+ as Stripe: STRIPE_BASE_URL=/);
    const variables = Object.fromEntries(
      [...fake.line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const key = 'a-key-of-this-test';
    const service = await start(['serve'], {
      ...variables,
      PORT: '0',
      API_KEYS: key,
      IDEMPOTENCY_SECRET: 'a-secret-of-this-test',
      WEBHOOK_SECRET: 'whsec_of_sixteen_characters',
      STRIPE_CARDS: 'payment_methods',
    });
    const address = /http:\/\/0\.0\.0\.0:\d+/.exec(service.line)?.[0] ?? '';
    expect(address, service.line).not.to.equal('');
    const call = callAt(address.replace('0.0.0.0', '127.0.0.1'));
    const headers = { authorization: `Bearer ${key}` };
    expect((await call('GET', '/ready', {})).status).to.equal(200);
    const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
    const customer = await call('POST', '/api/customers', { headers, body: ada });
    const paid = await call('POST', '/api/payments', {
      headers: { ...headers, 'idempotency-key': 'order-1' },
      body: {
        customer_id: at(customer.body, 'data.id'),
        amount: '19.99',
        payment_method: 'pm_card_visa',
        confirm: true,
      },
    });
    expect(at(paid.body, 'data.status'), JSON.stringify(paid.body)).to.equal('succeeded');
    expect(await service.stop()).to.equal(0);
    expect(await fake.stop()).to.equal(0);
    const store = await readFile(join(image.root, 'data', 'pasarela.db'));
    expect(store.subarray(0, 15).toString()).to.equal('SQLite format 3');
  });

  it('writes a shop, which takes the package from npm', async () => {
    const shop = join(image.root, 'data', 'shop');
    const { line } = await start(['init', shop, '--yes']);
    expect(line).to.match(/^A shop is in /);
    const manifest: unknown = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'));
    expect(at(manifest, 'dependencies.pasarela')).to.match(/^\^\d/);
  });

  it('refuses to start the service in production without its variables', async () => {
    const { line } = await start(['serve']);
    expect(line).to.include('API_KEYS').and.include('IDEMPOTENCY_SECRET');
  });
});
