import { once } from 'node:events';
import express from 'express';
import * as t from 'io-ts';
import { Stripe } from 'stripe';
import { runAsChild } from '../harness/run-as-child.js';
import { urlForLoad } from '../harness/url-for-load.js';

const NewCustomer = t.type({ email: t.string, name: t.string, phone: t.string });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const NewPayment = t.type({
  customer_id: t.string,
  payment_method: t.string,
  amount: t.number,
  return_url: t.string,
});

const NewRefund = t.type({ chargeId: t.string, amount_minor: t.number });

// The service as many would write it: Express and Stripe's SDK with its defaults, without logs and retries of its own.
await runAsChild(t.type({ processor: t.string, key: t.string }), async ({ processor, key }) => {
  const { hostname: host, port } = new URL(processor);
  const stripe = new Stripe(key, { protocol: 'http', host, port, telemetry: false });

  const createCustomer = async (body: unknown) => {
    if (!NewCustomer.is(body)) throw new Error('not a customer');
    const { id, email, name, phone } = await stripe.customers.create(body);
    const data = { id, email, name, phone };
    return { success: true, message: 'Cliente creado correctamente', data };
  };

  const getCustomer = async (id: string) => {
    const data = await stripe.customers.retrieve(id);
    return { success: true, message: 'Cliente obtenido correctamente', data };
  };

  const listPayments = async (customer: string, limit: number) => {
    const page = await stripe.paymentIntents.list({
      limit,
      customer,
      expand: ['data.latest_charge'],
    });
    const { object, data, has_more, url } = page;
    const message = 'Pagos del usuario obtenidos correctamente';
    return { success: true, message, data: { object, data, has_more, url } };
  };

  const createPayment = async (body: unknown) => {
    if (!NewPayment.is(body)) throw new Error('not a payment');
    const { customer_id: customer, payment_method, amount, return_url } = body;
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
    return { success: true, message: 'Intento de pago creado correctamente', data };
  };

  const refund = async (body: unknown) => {
    if (!NewRefund.is(body)) throw new Error('not a refund');
    const { chargeId: charge, amount_minor: amount } = body;
    const data = await stripe.refunds.create({ charge, amount });
    return { success: true, message: 'Reembolso realizado correctamente', data };
  };

  const app = express();
  app.use(express.json());
  app.post('/api/customers', (request, response, next) => {
    createCustomer(request.body).then((body) => response.status(201).json(body), next);
  });
  app.get('/api/customers/:id', (request, response, next) => {
    getCustomer(request.params.id).then((body) => response.json(body), next);
  });
  app.get('/api/payments', ({ query }, response, next) => {
    listPayments(textOf(query['userId']), Number(query['limit'])).then(
      (body) => response.json(body),
      next,
    );
  });
  app.post('/api/payments', (request, response, next) => {
    createPayment(request.body).then((body) => response.status(201).json(body), next);
  });
  app.post('/api/payments/refund', (request, response, next) => {
    refund(request.body).then((body) => response.status(201).json(body), next);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: urlForLoad(server) };
});
