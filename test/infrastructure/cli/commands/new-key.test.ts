import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { clientsOf } from '../../../../src/adapters/inbound/http/access/api-keys.js';
import { createClients } from '../../../../src/adapters/inbound/http/access/clients.js';
import { parseClientsFile } from '../../../../src/adapters/inbound/http/access/clients-file.js';
import { textAt } from '../../../support/json/at.js';
import { runHere } from '../../../support/programs/run-here.js';

describe('pasarela api-keys new', () => {
  let first = '';

  it('prints a strong key once, and the entries with its hash', async () => {
    const { code, stdout, stderr } = await runHere(['api-keys', 'new', 'shop']);
    expect([code, stderr]).to.deep.equal([0, '']);
    const [, key = '', , entry = '', , quoted = ''] = stdout.split('\n').map((line) => line.trim());
    expect(key).to.match(/^pasarela_[A-Za-z0-9_-]{43}$/);
    first = key;
    expect(stdout.split(key)).to.have.length(2);
    const file = parseClientsFile(`{"clients":[{"name":"shop","keys":[${quoted}]}]}`);
    for (const clients of [clientsOf([entry]), E.isRight(file) ? file.right : []]) {
      const caller = createClients(clients).authorize(`Bearer ${key}`);
      expect(caller).to.have.nested.property('right.name', 'shop');
    }
  });

  it('prints JSON, and a new key each time', async () => {
    const { stdout } = await runHere(['api-keys', 'new', 'shop', '--json']);
    const printed: unknown = JSON.parse(stdout);
    const key = textAt(printed, 'key');
    expect(key)
      .to.match(/^pasarela_[A-Za-z0-9_-]{43}$/)
      .and.not.equal(first);
    const stored = `sha256:${createHash('sha256').update(key).digest('hex')}`;
    expect(printed).to.deep.equal({ client: 'shop', key, stored });
  });

  it('refuses a name that no client can have', async () => {
    const { code, stdout, stderr } = await runHere(['api-keys', 'new', 'Shop']);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^pasarela: a client has a name of 1 to 40/);
  });
});
