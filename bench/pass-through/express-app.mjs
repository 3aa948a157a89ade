import express from 'express';
import { Stripe } from 'stripe';

// The service as many would write it: Express 5 and Stripe's SDK with its defaults, without validation, logs or retries of its
// own. Prints its address.
// STRIPE_BASE_URL=http://127.0.0.1:12111 node bench/pass-through/express-app.mjs

const { protocol, hostname, port } = new URL(process.env.STRIPE_BASE_URL);
const stripe = new Stripe(['sk', 'test', 'bench'].join('_'), {
  protocol: protocol.slice(0, -1),
  host: hostname,
  port,
  telemetry: false,
});

const app = express();
app.use(express.json());

app.post('/api/customers', async (request, response) => {
  const { id, email, name, phone } = await stripe.customers.create(request.body);
  response.status(201).json({
    success: true,
    message: 'Cliente creado correctamente',
    data: { id, email, name, phone },
  });
});

app.get('/api/customers/:id', async (request, response) => {
  const data = await stripe.customers.retrieve(request.params.id);
  response.json({ success: true, message: 'Cliente obtenido correctamente', data });
});

app.get('/api/payments', async (request, response) => {
  const { limit, userId: customer } = request.query;
  const { object, data, has_more, url } = await stripe.paymentIntents.list({
    limit,
    ...(customer === undefined ? {} : { customer }),
    expand: ['data.latest_charge'],
  });
  response.json({
    success: true,
    message: 'Pagos del usuario obtenidos correctamente',
    data: { object, data, has_more, url },
  });
});

app.post('/api/payments', async (request, response) => {
  const { customer_id: customer, payment_method, amount, return_url } = request.body;
  const data = await stripe.paymentIntents.create({
    customer,
    payment_method,
    amount: Math.round(amount * 100),
    currency: 'eur',
    confirm: true,
    return_url,
    payment_method_types: ['card'],
    expand: ['latest_charge'],
  });
  response
    .status(201)
    .json({ success: true, message: 'Intento de pago creado correctamente', data });
});

const server = app.listen(0, '127.0.0.1', () => {
  console.info(`http://127.0.0.1:${server.address().port}`);
});
