import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type AppendFile, openAppendFile } from '../../../src/infrastructure/audit/append-file.js';
import { until } from '../../support/time/until.js';

describe('openAppendFile', () => {
  const files: Array<AppendFile> = [];
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-audit-'));
  });
  afterEach(async () => {
    for (const file of files.splice(0)) await file.close(1000);
    await rm(folder, { recursive: true });
  });

  const open = async (path: string) => {
    const logged: Array<string> = [];
    const log = (message: string) => void logged.push(message);
    const file = await openAppendFile(path, { error: log, warn: log }, (n) => `lost ${n}\n`, 5);
    files.push(file);
    return { ...file, logged };
  };

  it('appends lines in their order to what the file has, for its owner alone', async () => {
    const path = join(folder, 'audit.log');
    const first = await open(path);
    first.write('a\n');
    await first.close(1000);
    const { write, close, logged } = await open(path);
    for (const line of ['b\n', 'c\n']) write(line);
    await close(1000);
    expect(await readFile(path, 'utf8')).to.equal('a\nb\nc\n');
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(logged).to.deep.equal([]);
  });

  it('does not wait for a reader of a pipe', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const failure = await open(path).catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'ENXIO');
  });

  it('goes on in a new file after the old one was moved away', async () => {
    const path = join(folder, 'audit.log');
    const { write, reopen, close } = await open(path);
    write('a\n');
    await until(async () => (await readFile(path, 'utf8')) === 'a\n');
    await rename(path, `${path}.1`);
    reopen();
    write('b\n');
    await close(1000);
    expect(await readFile(`${path}.1`, 'utf8')).to.equal('a\n');
    expect(await readFile(path, 'utf8')).to.equal('b\n');
  });

  it('keeps lines while the file cannot be written, reports it once, and writes them later', async () => {
    const path = join(folder, 'deep');
    const file = join(path, 'audit.log');
    await mkdir(path);
    const { write, reopen, logged } = await open(file);
    await rename(path, `${path}-away`);
    reopen();
    write('a\n');
    await until(() => logged.length > 0);
    expect(logged).to.deep.equal(['the audit log cannot be written; its lines wait in memory']);
    write('b\n');
    // More than it keeps.
    const long = `${'x'.repeat(400_000)}\n`;
    for (const line of [long, long, long, long]) write(line);
    await rename(`${path}-away`, path);
    await until(() => logged.length > 1);
    expect(logged[1]).to.equal('the audit log is written again');
    const text = await readFile(file, 'utf8');
    expect(text.replaceAll(long, 'long\n')).to.match(/^a\nb\n(?:long\n){2}lost 2\n$/);
  });

  it('reports a full disk, and does not wait for it at the end', async function () {
    if (process.platform !== 'linux') this.skip();
    const { write, close, logged } = await open('/dev/full');
    write('a\n');
    await until(() => logged.length > 0);
    expect(logged).to.deep.equal(['the audit log cannot be written; its lines wait in memory']);
    await close(1000);
  });

  it('rejects when the file cannot be opened at first', async () => {
    const problem: unknown = await open(join(folder, 'none', 'audit.log')).catch(
      (error: unknown) => error,
    );
    expect(problem).to.have.property('code', 'ENOENT');
  });
});
