import { expect } from 'chai';
import { callAt } from '../../../support/http/call.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

describe('pasarela serve with API_KEYS_FILE', () => {
  const { start, run, addressOf } = usePrograms();
  const env = { PROCESSOR: 'memory', API_KEYS_FILE: 'clients.json' };
  const clients = (key: string) => JSON.stringify({ clients: [{ name: 'shop', keys: [key] }] });

  it('reads the file again on SIGHUP, and goes on serving', async () => {
    const key = 'key-of-the-shop';
    const files = { 'clients.json': clients(key) };
    const program = await start(['serve', '--port', '0'], env, files);
    const call = callAt(await addressOf(program));
    const status = async (given: string) =>
      (await call('GET', '/api/customers', { headers: { authorization: `Bearer ${given}` } }))
        .status;
    expect([await status(key), await status('another-key')]).to.deep.equal([200, 401]);
    program.kill('SIGHUP');
    await program.printed('stderr', /API_KEYS_FILE was reloaded: clients: 1/);
    expect(await status(key)).to.equal(200);
  });

  it('does not start with a file that is wrong, and repeats nothing of it', async () => {
    const files = { 'clients.json': '{"clients": [{"name": "shop", "key": "key-of-the-shop"}]}' };
    const { code, stdout, stderr } = await run(['serve', '--port', '0'], env, files);
    expect([code, stdout, stderr]).to.deep.equal([
      1,
      '',
      'pasarela: API_KEYS_FILE has 2 problems:\n  clients[0].keys must be an array of one or more strings\n  clients[0] has a misspelt field: did you mean keys?\n',
    ]);
  });
});
