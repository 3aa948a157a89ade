import { expect } from 'chai';
import { createSender } from '../../../src/fake-server/webhooks/sender.js';
import { usePostOffices } from './support/post-office.js';

describe('a sender', () => {
  const { receiver } = usePostOffices();
  const sender = () => createSender({ timeoutMs: 5000, atOnce: 1 });

  it('sends nothing where there is nothing to be sent any more, and goes on with the next', async () => {
    const { url, items } = await receiver();
    const { send, close } = sender();
    const message = { url, headers: {}, body: '{}' };
    const [none, one] = await Promise.all([send(url, () => undefined), send(url, () => message)]);
    expect(none).to.equal(undefined);
    expect(one).to.deep.equal({ message, outcome: { status: 200, error: null } });
    expect(items()).to.have.length(1);
    close();
  });

  it('gives nothing once it is closed: not for what is under way, and not for what waits', async () => {
    const { url, first } = await receiver('hang');
    const { send, close } = sender();
    let prepared = 0;
    const prepare = () => {
      prepared += 1;
      return { url, headers: {}, body: '{}' };
    };
    const sent = Promise.all([send(url, prepare), send(url, prepare)]);
    await first(1);
    close();
    expect(await sent).to.deep.equal([undefined, undefined]);
    expect(await send(url, prepare)).to.equal(undefined);
    expect(prepared).to.equal(1);
  });
});
