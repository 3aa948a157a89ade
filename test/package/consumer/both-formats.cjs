// A processor and an interface that are imported, with payments that are required: two copies of the library in one program.
const { once } = require('node:events');
const { createServer } = require('node:http');
const { createPayments, isPaymentError } = require('pasarela');

const main = async () => {
  const { createMemoryProcessor } = await import('pasarela/memory');
  const { createPaymentsListener } = await import('pasarela/node');
  const imported = await import('pasarela');
  const payments = createPayments({ processor: createMemoryProcessor() });
  const caught = await payments.getCustomer({ customer: 'cus_missing' }).catch((error) => error);
  const { createClient, PasarelaError } = await import('pasarela/client');
  const unreached = createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
  const failure = await unreached.getPayment({ id: 'pi_1' }).catch((error) => error);
  const known = [
    isPaymentError(caught),
    imported.isPaymentError(caught),
    failure instanceof PasarelaError,
    failure instanceof require('pasarela/client').PasarelaError,
    caught instanceof PasarelaError,
  ];

  const server = createServer(createPaymentsListener(payments)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { id } = await payments.createCustomer({
    email: 'ada@example.com',
    name: 'Ada',
    phone: '+34600000000',
  });
  const response = await fetch(`http://127.0.0.1:${server.address().port}/api/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customer_id: id, payment_method: 'pm_card_visa', amount: 19.99 }),
  });
  const { data } = await response.json();
  server.close();
  server.closeAllConnections();
  console.log(`${known.join(' ')} ${response.status} ${data.amount}`);
};

main();
