// Calls the route handlers of the Next example as Next does, whose own server `npm run examples -- next` starts.
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { POST as pay } from './built/orders/[id]/pay/route.js';
import { GET, POST } from './built/shop/[...path]/route.js';
import { POST as receive } from './built/webhooks/route.js';

const app = new Hono();
app.post('/orders/:id/pay', ({ req }) => pay(req.raw, { params: Promise.resolve(req.param()) }));
app.post('/webhooks', ({ req }) => receive(req.raw));
app.get('/shop/*', ({ req }) => GET(req.raw));
app.post('/shop/*', ({ req }) => POST(req.raw));

export const stop = async () => (await globalThis.openedShop)?.payments.stop();
export const server = createAdaptorServer(app).listen(process.env.PORT);
