import { startFakeServer } from 'pasarela/fake-server';

const server = await startFakeServer();
const answer = await fetch(`${server.url}/v1/payment_intents`, {
  method: 'POST',
  headers: { authorization: `Bearer ${server.apiKey}` },
  body: new URLSearchParams({
    amount: '1999',
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    'allowed_payment_method_types[]': 'card',
  }),
});
const { status, amount_received } = await answer.json();
console.log(`${status} ${amount_received}`);
await server.close();
