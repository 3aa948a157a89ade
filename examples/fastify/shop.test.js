import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';

process.env.PORT = '0';
const { server } = await import('./server.js');
const { payments } = await import('./payments.js');
if (!server.listening) await once(server, 'listening');

after(async () => {
  await payments.stop();
  server.close();
  server.closeAllConnections();
});

const pay = (id, payment_method) =>
  fetch(`http://127.0.0.1:${server.address().port}/orders/${id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_method }),
  });

test('a declined card does not pay the order, another one does, and only once', async () => {
  const declined = await pay('1001', 'pm_card_visa_chargeDeclined');
  assert.equal(declined.status, 402);
  assert.equal((await declined.json()).code, 'card_declined');
  for (const card of ['pm_card_visa', 'pm_card_visa']) {
    assert.equal((await (await pay('1001', card)).json()).status, 'succeeded');
  }
});

test('an unknown order is not paid', async () => {
  assert.equal((await pay('9', 'pm_card_visa')).status, 404);
});
