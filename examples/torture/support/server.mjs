import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const ordersOfFile = async () => (await import('./database.mjs')).all('SELECT * FROM orders');

/**
 * The HTTP side of a shop: `pay`, `comeBack` and `refund` get the JSON of the page and return the answer, `webhook` gets the body
 * and its signature. An error is a 502: the shop does not know, and the page says "try again".
 */
export const serve = (shop) => {
  const routes = {
    'POST /pay': (body) => shop.pay(JSON.parse(body)),
    'POST /come-back': (body) => shop.comeBack(JSON.parse(body)),
    'POST /refund': (body) => shop.refund(JSON.parse(body)),
    'POST /webhooks': (body, headers) => shop.webhook(body, headers['stripe-signature']),
    'POST /clock': (body) => shop.advance(JSON.parse(body)),
    'GET /orders': shop.orders ?? ordersOfFile,
    'GET /': () => ({}),
  };
  const server = createServer(async (request, response) => {
    const route = routes[`${request.method} ${request.url}`];
    let [status, answer] = [404, {}];
    try {
      if (route !== undefined) {
        [status, answer] = [200, await route(await text(request), request.headers)];
      }
    } catch (error) {
      [status, answer] = [502, { message: error.message }];
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(Number(process.env.PORT), '127.0.0.1');
};
