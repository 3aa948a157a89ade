import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex');

/** Whether a form ends with the right `signature`, which is over all that stands before it. */
const isSigned = (secret, body) => {
  const [text, signature = ''] = body.split('&signature=');
  const [given, right] = [signature, sign(secret, text)].map((one) => Buffer.from(one));
  return given.length === right.length && timingSafeEqual(given, right);
};

/** A form with its signature in its last field. */
const signedForm = (secret, fields) => {
  const text = new URLSearchParams(fields).toString();
  return `${text}&signature=${sign(secret, text)}`;
};

const unixTime = () => String(Math.floor(Date.now() / 1000));

const read = async (stream) => Buffer.concat(await stream.toArray()).toString();

/**
 * A bank with a payment page, and nothing else: no customers, no cards, no lists. A shop registers an order under a number of 12
 * characters, sends the customer to the page, and hears of the end by a signed form, which the bank repeats until it reads
 * `*ok*`. An order can be given back once, as a whole. The number makes requests safe to repeat.
 */
export const startBank = async ({ secret, notifyUrl }) => {
  const orders = new Map();
  /** For tests: how many changes do not arrive, how they are refused, how many replies and whether notifications get lost. */
  const incidents = { unreached: 0, refusals: [], lostReplies: 0, losesNotifications: false };
  const requests = [];

  const shown = (order) => new URLSearchParams(order).toString();

  const notify = async (order, id = order.notification) => {
    if (incidents.losesNotifications) return 'lost';
    const body = signedForm(secret, { ...order, notification: id });
    const answer = await fetch(notifyUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    return answer.text();
  };

  const register = (form) => {
    const known = orders.get(form.order);
    if (known !== undefined) {
      const isSame = known.amount === form.amount && known.currency === form.currency;
      return isSame ? [200, known] : [422, 'the order exists with another amount'];
    }
    if (!/^[0-9A-Z]{12}$/.test(form.order ?? '')) return [400, 'an order has 12 characters'];
    const { signature: _signature, ...order } = form;
    orders.set(form.order, {
      ...order,
      state: 'new',
      back: '',
      refund: '',
      registered: unixTime(),
    });
    return [200, orders.get(form.order)];
  };

  const actions = {
    open: (order, { back }) =>
      ['new', 'open', 'declined'].includes(order.state)
        ? [200, { ...order, state: 'open', back }]
        : [409, `the order is ${order.state}`],
    cancel: (order, { cancellation }) => {
      if (order.state === 'canceled' && order.cancellation === cancellation) return [200, order];
      return ['paid', 'refunded', 'canceled'].includes(order.state)
        ? [409, `the order is ${order.state}`]
        : [200, { ...order, state: 'canceled', cancellation }];
    },
    refund: (order, { refund, reason, refund_notes }) => {
      if (order.state === 'refunded' && order.refund === refund) return [200, order];
      if (orders.has(refund)) return [409, 'the number is that of an order'];
      return order.state === 'paid'
        ? [
            200,
            { ...order, state: 'refunded', refund, reason, refund_notes, refunded_at: unixTime() },
          ]
        : [409, `the order is ${order.state}`];
    },
  };

  const answerShop = (method, [, number, action], form) => {
    if (number === undefined) return register(form);
    const order = orders.get(number);
    if (order === undefined) return [404, 'there is no such order'];
    if (method === 'GET') return [200, order];
    const [status, changed] = actions[action](order, form);
    if (status === 200) orders.set(number, changed);
    return [status, changed];
  };

  /** The customer pays or declines on the page, and is sent back. */
  const decide = async (number, choice) => {
    const order = orders.get(number);
    if (order?.state !== 'open') return { status: 409, back: undefined };
    const state = choice === 'pay' ? 'paid' : 'declined';
    const decided = { ...order, state, at: unixTime(), notification: randomUUID() };
    orders.set(number, decided);
    // A real bank does not let the customer wait for the shop.
    await notify(decided).catch(() => undefined);
    return { status: 303, back: order.back };
  };

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://bank');
    const body = await read(request);
    const path = pathname.slice(1).split('/');
    if (path[0] === 'page') {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'text/html');
        response.end('<form method="post"><button name="choice" value="pay">Pay</button></form>');
        return;
      }
      const { status, back } = await decide(path[1], new URLSearchParams(body).get('choice'));
      response.writeHead(status, back === undefined ? {} : { location: back }).end();
      return;
    }
    requests.push(`${request.method} ${pathname}`);
    const signed = request.method === 'GET' ? request.headers['x-signature'] : undefined;
    const isShop =
      request.method === 'GET' ? signed === sign(secret, pathname) : isSigned(secret, body);
    const isChange = request.method === 'POST';
    if (isChange && incidents.unreached > 0) {
      incidents.unreached -= 1;
      request.socket.destroy();
      return;
    }
    const refusal = isChange ? incidents.refusals.shift() : undefined;
    if (refusal !== undefined) {
      response.writeHead(refusal).end('not now');
      return;
    }
    const [status, answer] = isShop
      ? answerShop(request.method, path, Object.fromEntries(new URLSearchParams(body)))
      : [403, 'the signature is wrong'];
    if (isChange && incidents.lostReplies > 0) {
      incidents.lostReplies -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(status).end(typeof answer === 'string' ? answer : shown(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;

  return {
    url,
    orders,
    requests,
    incidents,
    /** The customer pays (or with `decline` does not) on the page of an order. */
    visit: async (page, choice = 'pay') => {
      const { status, headers } = await fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ choice }),
        redirect: 'manual',
      });
      return { status, back: headers.get('location') };
    },
    /** Sends the notification of an order again, and returns what the shop answers. */
    notifyAgain: (number) => notify(orders.get(number)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
