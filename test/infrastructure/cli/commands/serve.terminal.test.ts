import { expect } from 'chai';
import { onTerminal } from '../../../support/programs/on-terminal.js';
import { runProgram } from '../../../support/programs/run-program.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

describe('pasarela serve on a terminal', () => {
  // It shows test cards on stdout.
  const { start } = usePrograms(['stderr']);

  it('shows a banner with its addresses and a line to copy, then its requests', async () => {
    const program = await start(['serve', '--port', '0'], onTerminal);
    const banner = await program.printed('stdout', /Ctrl\+C/);
    expect(banner).to.match(/API +http:\/\/127\.0\.0\.1:\d+\/api\n/);
    expect(banner).to.match(/Reference +http:\/\/127\.0\.0\.1:\d+\/doc\n/);
    expect(banner).to.include('no money moves').and.include('4242 4242 4242 4242');
    const [line = ''] = /curl .+/.exec(banner) ?? [];
    expect((await runProgram('bash', ['-c', line])).stdout).to.include('"statusCode":201');
    await program.printed('stderr', /\d 201 +[\d.]+ ms POST +\/api\/customers\n/);
  });

  it('shows no test cards with a live key, and asks for an API key where one is needed', async () => {
    const program = await start(['serve', '--port', '0'], {
      ...onTerminal,
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: ['sk', 'live', 'x'.repeat(24)].join('_'),
      API_KEYS: `shop:${'k'.repeat(32)}`,
      IDEMPOTENCY_SECRET: 's'.repeat(32),
      DATABASE_URL: 'memory:',
      DOC: 'off',
    });
    const banner = await program.printed('stdout', /Ctrl\+C/);
    expect(banner).to.include('stripe (live key)').and.include('Bearer $API_KEY');
    expect(banner).not.to.match(/Test card|Reference|kkkk|xxxx/);
  });
});
