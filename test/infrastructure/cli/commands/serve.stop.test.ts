import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { callAt } from '../../../support/http/call.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { at } from '../../../support/json/at.js';
import { commandLineOfRun } from '../../../support/programs/command-line-of-run.js';
import { usePrograms } from '../../../support/programs/use-programs.js';
import { until } from '../../../support/time/until.js';

const forever = '600000';
const ana = { email: 'ana@example.com', name: 'Ana', phone: '1' };

const connectTo = async (address: string): Promise<Socket> => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

describe('pasarela serve, when it is stopped', () => {
  const { start, run, addressOf } = usePrograms();
  let reached = 0;
  const silentProcessor = useHttpServer((request) => {
    request.resume();
    // The service also asks for its account.
    if (request.method === 'POST') reached += 1;
  });
  const onStripe = () => ({
    STRIPE_SECRET_KEY: ['sk', 'test', 'stop0123456789'].join('_'),
    STRIPE_BASE_URL: silentProcessor(),
    DATABASE_URL: 'file:store.db',
  });

  it('does not wait for silent connections, half a head and idle connections', async () => {
    const program = await start(['serve', '--port', '0'], { SHUTDOWN_TIMEOUT_MS: forever });
    const address = await addressOf(program);
    const silent = await connectTo(address);
    const half = await connectTo(address);
    half.write('POST /api/payments HTTP/1.1\r\nHost: x\r\nContent-');
    const idle = await connectTo(address);
    idle.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await once(idle, 'data');
    // Longer than proxies keep it.
    expect(String(answer)).to.include('Keep-Alive: timeout=65');
    program.kill('SIGTERM');
    const { code, signal } = await program.end;
    expect([code, signal]).to.deep.equal([0, null]);
    await until(() => [silent, half, idle].every((socket) => socket.destroyed));
  });

  it('is not ready from then on, serves for SHUTDOWN_DELAY_MS, and ends at once at a second signal', async () => {
    const program = await start(['serve', '--port', '0'], { SHUTDOWN_DELAY_MS: forever });
    const call = callAt(await addressOf(program));
    expect((await call('GET', '/ready')).status).to.equal(200);
    program.kill('SIGTERM');
    await program.printed('stderr', /"stopping"/);
    const ready = await call('GET', '/ready');
    expect([ready.status, ready.body]).to.deep.equal([503, { status: 'unavailable' }]);
    const created = await call('POST', '/api/customers', { body: ana });
    expect([created.status, created.headers.get('connection')]).to.deep.equal([201, 'close']);
    program.kill('SIGINT');
    const { code, stderr } = await program.end;
    expect(code).to.equal(130);
    expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')).to.deep.include({
      level: 'warn',
      msg: 'a further signal arrived; the process ends without waiting for its requests',
      signal: 'SIGINT',
      requests: 0,
    });
  });

  it('cuts requests in progress after SHUTDOWN_TIMEOUT_MS, leaves their keys in doubt, and exits with 1', async () => {
    const env = { ...onStripe(), SHUTDOWN_TIMEOUT_MS: '1' };
    const program = await start(['serve', '--port', '0'], env);
    const headers = { 'idempotency-key': 'order-1' };
    const lost = callAt(await addressOf(program))('POST', '/api/customers', {
      body: ana,
      headers,
    }).catch(() => 'lost');
    await until(() => reached === 1);
    program.kill('SIGTERM');
    const { code, stderr } = await program.end;
    expect([code, await lost]).to.deep.equal([1, 'lost']);
    expect(stderr).to.match(/"the time to stop is over; requests in progress are cut"/);
    const { DATABASE_URL: url } = env;
    const listed = await run(['idempotency', 'list', '--in-doubt', '--json'], {
      DATABASE_URL: url.replace('file:', `file:${program.folder}/`),
    });
    expect(at(JSON.parse(listed.stdout), '0.key')).to.equal('order-1');
  });

  it('ends although nobody reads its log, and serves meanwhile', async () => {
    // The pipe is full before the program starts.
    const fill = 'head -c 1000000 /dev/zero >&2 2>/dev/null & exec "$@"';
    const program = [process.execPath, '--no-opt', commandLineOfRun(), 'serve', '--port', '0'];
    const child = spawn('sh', ['-c', fill, 'sh', ...program], {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const [line] = await once(child.stdout, 'data');
      const call = callAt(/http:\/\/\S+/.exec(String(line))?.[0] ?? '');
      for (let n = 0; n < 3; n += 1) {
        expect((await call('GET', '/health')).status).to.equal(200);
      }
      child.kill('SIGTERM');
      await once(child, 'exit');
      expect(child.exitCode).to.equal(0);
    } finally {
      child.kill('SIGKILL');
      child.stderr.destroy();
    }
  });

  it('kills a command of pasarela fake that ignores the first signal, at a second one', async () => {
    const ignoring =
      "process.on('SIGTERM', () => console.log('ignored')); setInterval(() => {}, 1000); console.log('runs')";
    const program = await start(['fake', '--', process.execPath, '-e', ignoring]);
    await program.printed('stdout', /runs/);
    program.kill('SIGTERM');
    await program.printed('stdout', /ignored/);
    program.kill('SIGTERM');
    const { code, stderr } = await program.end;
    expect([code, stderr]).to.deep.equal([143, 'pasarela: SIGTERM again: it ends at once\n']);
  });
});
