import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { at } from '../../support/json/at.js';

const module_ = new URL('../../../src/torture/program/program-group.js', import.meta.url);

/** Starts a group with a program that connects to the port, and then ends as it is told to. */
const tool = (port: number, ends: string): string => `
  const { startGroup } = await import(${JSON.stringify(String(module_))});
  const script = "require('node:net').connect(${port}, '127.0.0.1')";
  const group = await startGroup({
    name: 'the shop', cwd: '.', env: {}, command: [process.execPath, '--no-opt', '-e', script],
  });
  process.stdin.once('data', () => { ${ends} });`;

describe('programs of a torture test', () => {
  let server: Server | undefined;

  afterEach(() => server?.close());

  for (const { title, ends } of [
    { title: 'exits', ends: 'process.exit(0)' },
    { title: 'is killed', ends: "process.kill(process.pid, 'SIGKILL')" },
  ]) {
    it(`end when the tool ${title}`, async () => {
      server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const port = Number(at(server.address(), 'port'));
      const running = spawn(
        process.execPath,
        ['--no-opt', '--input-type=module', '-e', tool(port, ends)],
        { stdio: ['pipe', 'inherit', 'inherit'], cwd: fileURLToPath(new URL('.', module_)) },
      );
      const connected: ReadonlyArray<Socket> = await once(server, 'connection');
      const [socket] = connected;
      const closed = new Promise((resolve) => socket?.on('error', resolve).on('close', resolve));
      running.stdin.write('end\n');
      await once(running, 'exit');
      await closed;
      expect(socket?.destroyed ?? false).to.equal(true);
    });
  }
});
