import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { AuditEntry } from '../../../src/application/ports/audit-log.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { ClientsFileProblem } from '../../../src/infrastructure/clients/clients-file-problem.js';
import { type OpenClients, openClients } from '../../../src/infrastructure/clients/open-clients.js';
import { until } from '../../support/time/until.js';

const content = (...keys: ReadonlyArray<string>): string =>
  JSON.stringify({ clients: keys.map((key, index) => ({ name: `client${index}`, keys: [key] })) });

describe('openClients', () => {
  const opened: Array<OpenClients> = [];
  const folders: Array<string> = [];

  const folder = async (): Promise<string> => {
    const path = await mkdtemp(join(tmpdir(), 'pasarela-clients-'));
    folders.push(path);
    return path;
  };

  afterEach(async () => {
    for (const { close } of opened.splice(0)) close();
    for (const path of folders.splice(0)) await rm(path, { recursive: true });
  });

  const open = async (path: string, pollMs?: number) => {
    const lines: Array<string> = [];
    const audited: Array<AuditEntry> = [];
    const log = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
    const logger = { info: log('info'), warn: log('warn'), error: log('error') };
    const one = await openClients(
      { apiKeys: [], apiKeysFile: { path, shortestKey: 1 } },
      { logger, audit: (entry) => void audited.push(entry) },
      pollMs,
    );
    opened.push(one);
    const accepts = (key: string) => E.isRight(one.clients.authorize(`Bearer ${key}`));
    return { ...one, lines, audited, accepts };
  };

  const file = async (text = content('key1'), mode = 0o600) => {
    const path = join(await folder(), 'clients.json');
    await writeFile(path, text, { mode });
    await chmod(path, mode);
    return path;
  };

  it('follows a file that is replaced by another one', async () => {
    const path = await file();
    const { accepts, audited, lines } = await open(path);
    expect([accepts('key1'), accepts('key2')]).to.deep.equal([true, false]);
    await writeFile(`${path}.new`, content('key2', 'key3'));
    await chmod(`${path}.new`, 0o600);
    await rename(`${path}.new`, path);
    await until(() => accepts('key2'));
    expect([accepts('key1'), accepts('key3')]).to.deep.equal([false, true]);
    expect(lines).to.deep.equal(['info: API_KEYS_FILE was reloaded: clients: 2']);
    const done = { operation: 'reloadClients', outcome: 'done' };
    expect(audited).to.deep.equal([
      { ...done, added: ['client1'], removed: [], changed: ['client0'] },
    ]);
  });

  it('follows a file that is written in place', async () => {
    const path = await file();
    const { accepts } = await open(path);
    await writeFile(path, content('key2'));
    await until(() => accepts('key2'));
    expect(accepts('key1')).to.equal(false);
  });

  it('follows links as Kubernetes changes them', async () => {
    const home = await folder();
    for (const [version, key] of [
      ['..v1', 'key1'],
      ['..v2', 'key2'],
    ] as const) {
      await mkdir(join(home, version));
      await writeFile(join(home, version, 'clients.json'), content(key), { mode: 0o600 });
    }
    await symlink('..v1', join(home, '..data'));
    await symlink(join('..data', 'clients.json'), join(home, 'clients.json'));
    const { accepts } = await open(join(home, 'clients.json'));
    expect(accepts('key1')).to.equal(true);
    await symlink('..v2', join(home, '..data_new'));
    await rename(join(home, '..data_new'), join(home, '..data'));
    await until(() => accepts('key2'));
  });

  it('finds changes that its folder does not tell, by looking', async () => {
    const target = await file();
    const link = join(await folder(), 'clients.json');
    await symlink(target, link);
    const { accepts } = await open(link, 5);
    await writeFile(target, content('key2'));
    await until(() => accepts('key2'));
  });

  it('keeps its clients while the file is wrong or missing, and says so once', async () => {
    const path = await file();
    const { accepts, audited, lines } = await open(path, 5);
    // A file that is written in place may be read before it is whole.
    const replace = async (text: string): Promise<void> => {
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    };
    await replace('{"clients": [{"name": "shop", "keys": ["secret-of-the-shop"], "scope": 1}]}');
    await until(() => lines.length > 0);
    expect(lines).to.deep.equal([
      'error: API_KEYS_FILE was not reloaded, and the clients stay as they were: correct it (clients[0] has a misspelt field: did you mean scopes?)',
    ]);
    expect(audited).to.deep.equal([{ operation: 'reloadClients', outcome: 'refused' }]);
    await rm(path);
    await until(() => lines.length > 1);
    expect(lines[1]).to.match(
      /^error: API_KEYS_FILE was not reloaded, .* cannot be read \(ENOENT\)\)$/,
    );
    expect(accepts('key1')).to.equal(true);
    await replace(content('key2'));
    await until(() => accepts('key2'));
    expect(lines.slice(2).join()).not.to.include('error');
  });

  it('reads the file when it is asked to, and reports every time', async () => {
    const path = await file();
    const { reload, lines } = await open(path);
    await reload();
    expect(lines).to.deep.equal(['info: API_KEYS_FILE was reloaded: clients: 1']);
    await writeFile(path, '{}');
    await reload();
    await reload();
    expect(lines.slice(1)).to.have.length(2);
    expect(lines[2]).to.match(/^error: .*clients must be an array/);
  });

  it('does not start with a file that is wrong, missing or too large', async () => {
    const wrong = await file('{"clients": [{"name": "shop"}, {"keys": ["secret-of-the-shop"]}]}');
    const pipe = join(await folder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const [path, message] of [
      [
        wrong,
        'API_KEYS_FILE has 2 problems:\n  clients[0].keys must be an array of one or more strings\n  clients[1].name must be a name that is not "open": it has 1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter',
      ],
      [`${wrong}.none`, 'API_KEYS_FILE: it cannot be read (ENOENT)'],
      [await folder(), 'API_KEYS_FILE: it is not a regular file'],
      [pipe, 'API_KEYS_FILE: it is not a regular file'],
      ['/dev/zero', 'API_KEYS_FILE: it is not a regular file'],
      [await file(' '.repeat(10_000_001)), 'API_KEYS_FILE: it is larger than 10 MB'],
    ] as const) {
      const problem: unknown = await open(path).catch((error: unknown) => error);
      expect(problem).to.be.instanceOf(ClientsFileProblem).with.property('message', message);
    }
  });

  it('warns about a file that others may read or write', async () => {
    const readable =
      'warn: every user of this machine may read API_KEYS_FILE, which has keys in plain text: take the right to read it from them (chmod o-r), or store the keys as sha256:...';
    const writable =
      'warn: other users of this machine may add clients to API_KEYS_FILE: take the right to write it from them (chmod go-w)';
    const hashed = content(`sha256:${'ab'.repeat(32)}`);
    for (const [text, mode, warnings] of [
      [content('key1'), 0o640, []],
      [content('key1'), 0o644, [readable]],
      [content('key1'), 0o666, [writable, readable]],
      [hashed, 0o644, []],
      [hashed, 0o620, [writable]],
    ] as const) {
      const { lines } = await open(await file(text, mode));
      expect(lines, mode.toString(8)).to.deep.equal(warnings);
    }
  });

  it('has nothing to reload without a file', async () => {
    const { clients, reload, close } = await openClients(
      { apiKeys: ['shop:key1'], apiKeysFile: undefined },
      { logger: silentLogger },
    );
    await reload();
    close();
    expect(E.isRight(clients.authorize('Bearer key1'))).to.equal(true);
  });
});
