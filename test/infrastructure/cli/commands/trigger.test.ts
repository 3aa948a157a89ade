import { expect } from 'chai';
import { startFakeServer } from '../../../../src/fake-server.js';
import { onTerminal } from '../../../support/programs/on-terminal.js';
import { runHere } from '../../../support/programs/run-here.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

describe('pasarela trigger', () => {
  const { run } = usePrograms();

  it('lets an event happen, and prints it with its object', async () => {
    const server = await startFakeServer();
    const { code, stdout, stderr } = await runHere([
      'trigger',
      'payment_intent.succeeded',
      '--url',
      server.url,
    ]);
    await server.close();
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^payment_intent\.succeeded evt_\w+ pi_\w+\n$/);
  });

  it('pays by another method than a card', async () => {
    const server = await startFakeServer();
    const args = ['payment_intent.requires_action', '--method', 'bizum', '--url', server.url];
    const { code, stdout, stderr } = await runHere(['trigger', ...args]);
    await server.close();
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.match(/^payment_intent\.requires_action evt_\w+ pi_\w+\n$/);
  });

  it('lists the events, on a terminal with what happens', async () => {
    const [list, table] = await Promise.all([
      runHere(['trigger', '--list']),
      run(['trigger', '--list'], onTerminal),
    ]);
    expect(list.stdout.split('\n')).to.include('charge.refunded');
    expect(table.stdout).to.match(/^charge\.refunded +pays, then refunds all of it +bancontact/m);
  });

  for (const [args, problem] of [
    [[], 'pass an event, such as payment_intent.succeeded; pasarela trigger --list shows them'],
    [
      ['payment_intent.suceeded'],
      'payment_intent.suceeded cannot be triggered: did you mean payment_intent.succeeded? pasarela trigger --list shows the events that can',
    ],
    [
      ['checkout.session.complete'],
      'checkout.session.complete cannot be triggered: did you mean checkout.session.completed? pasarela trigger --list shows the events that can',
    ],
    [['charge.captured', '--method', 'bizum'], 'charge.captured takes no --method'],
    [
      ['charge.failed', '--method', 'bizum'],
      'charge.failed cannot be triggered with --method bizum: pass sepa_debit, or leave it out for a card',
    ],
    [
      ['invoice.paid'],
      'invoice.paid cannot be triggered. pasarela trigger --list shows the events that can',
    ],
    [
      ['constructor'],
      'constructor cannot be triggered. pasarela trigger --list shows the events that can',
    ],
    [
      ['customer.created', '--url', 'http://127.0.0.1:9'],
      'no response from http://127.0.0.1:9: start pasarela fake, or pass the address of a running one with --url',
    ],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      expect(await runHere(['trigger', ...args])).to.deep.include({
        code: 1,
        stdout: '',
        stderr: `pasarela: ${problem}\n`,
      });
    });
  }
});
