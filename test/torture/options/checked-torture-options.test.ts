import { expect } from 'chai';
import { checkedTortureOptions } from '../../../src/torture/options/checked-torture-options.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';

const nothing = (): void => undefined;
const shop = {
  command: ['node', 'shop.mjs'],
  env: { PORT: '{port}', STRIPE_URL: '{processor}' },
};
const shopOnDatabase = { ...shop, env: { ...shop.env, DATABASE_URL: '{database}' } };
const valid = { shop, pay: nothing, orders: nothing };

const problemOf = (given: unknown): string => {
  try {
    checkedTortureOptions(given);
  } catch (error) {
    if (error instanceof TortureProblem) return error.message;
  }
  throw new Error('no problem');
};

describe('the options of a torture test', () => {
  for (const { title, options } of [
    { title: 'the least', options: valid },
    {
      title: 'a driver in another language',
      options: { shop, driver: { command: ['python3', 'driver.py'], env: { A: '{prot}' } } },
    },
    {
      title: 'a shop with an address of its own and the stand-in',
      options: {
        ...valid,
        shop: { command: ['./shop', '{redirect}'], url: 'http://localhost:3000/shop/' },
      },
    },
    {
      title: 'all',
      options: {
        ...valid,
        shop: {
          ...shop,
          cwd: '.',
          url: 'http://localhost:{port}',
          ready: '/health',
          webhook: '/webhooks',
          events: ['payment_intent.succeeded'],
          reset: nothing,
          startMs: 1,
        },
        refund: nothing,
        comeBack: nothing,
        advance: nothing,
        close: nothing,
        plan: {
          orders: 5,
          seed: 0,
          atOnce: 1,
          amounts: [500, 1999],
          currency: 'usd',
          without: ['frozen'],
          lateMs: 10,
        },
        settle: { quietMs: 1, mostMs: 2, patienceMs: 0 },
        callMs: 3,
        shrink: false,
      },
    },
  ]) {
    it(`are accepted: ${title}`, () => {
      expect(checkedTortureOptions(options)).to.equal(options);
    });
  }

  for (const { options, message } of [
    {
      options: { ...valid, plann: {} },
      message: 'there is no option plann (did you mean plan?)',
    },
    {
      options: { ...valid, shop: { ...shop, webhooks: '/webhooks' } },
      message: 'there is no option shop.webhooks (did you mean shop.webhook?)',
    },
    {
      options: { ...valid, shop: undefined },
      message:
        "shop is missing: it says how the shop is started, such as { command: ['node', 'shop.mjs'], env: { PORT: '{port}', STRIPE_URL: '{processor}' } }",
    },
    {
      options: { ...valid, shop: { ...shop, command: 'npm start' } },
      message: "shop.command must be an array: ['npm', 'start']",
    },
    {
      options: { ...valid, shop: { ...shop, command: [] } },
      message:
        "shop.command must be an array with a program and its arguments, such as ['node', 'shop.mjs']",
    },
    {
      options: { ...valid, shop: { ...shop, command: ['node', 7] } },
      message: 'shop.command[1] must be a text',
    },
    {
      options: { ...valid, shop: { ...shop, command: ['node', '{foldr}'] } },
      message: 'shop.command[1] has the unknown placeholder {foldr} (did you mean {folder}?)',
    },
    {
      options: { ...valid, shop: { ...shop, env: { ...shop.env, LIMIT: 3 } } },
      message: "shop.env.LIMIT must be a text, such as '3'",
    },
    {
      options: { ...valid, shop: { ...shop, env: { ...shop.env, URL: undefined } } },
      message: 'shop.env.URL must be a text',
    },
    {
      options: { ...valid, shop: { command: ['./shop', '{port}', '{processor}'], env: 'A=1' } },
      message: 'shop.env must be an object with the variables and their texts',
    },
    {
      options: { ...valid, shop: { ...shop, url: 'http://localhost:{prot}' } },
      message: 'shop.url has the unknown placeholder {prot} (did you mean {port}?)',
    },
    {
      options: { ...valid, shop: { ...shop, env: { ...shop.env, KEY: '{apikey}' } } },
      message: 'shop.env.KEY has the unknown placeholder {apikey} (did you mean {apiKey}?)',
    },
    {
      options: { ...valid, shop: { ...shop, url: 'localhost:{port}' } },
      message:
        "shop.url must be the shop's address, such as 'http://localhost:{port}'. {port} is the only placeholder here",
    },
    {
      options: { ...valid, shop: { ...shop, webhook: 'webhooks' } },
      message: "shop.webhook must be a path that begins with /, such as '/webhooks'",
    },
    {
      options: { ...valid, shop: { ...shop, env: { STRIPE_URL: '{processor}' } } },
      message:
        "the shop is not told its port: put {port} into shop.env, such as { PORT: '{port}' }, or into shop.command. A shop with a port of its own needs shop.url",
    },
    {
      options: { ...valid, shop: { ...shop, env: { PORT: '{port}' } } },
      message:
        "the shop is not told where the processor is: put {processor} into shop.env, such as { STRIPE_URL: '{processor}' }, or into shop.command. For a shop that takes no other address than https://api.stripe.com there are {proxy} and {redirect}",
    },
    {
      options: { shop, orders: nothing },
      message:
        'pay is missing: a function that pays an order at the shop, or a driver in another language',
    },
    {
      options: { ...valid, driver: { command: ['./driver'] } },
      message:
        'there is a driver, and there are the functions pay, orders: pass either, as the program of the driver responds to all calls',
    },
    {
      options: { shop, driver: { command: ['./driver'], env: { SHOP: '{port}' } } },
      message:
        'driver.env.SHOP has the placeholder {port}, but only the shop has them: a driver outlives the runs, and each call tells it where the shop is',
    },
    {
      options: { ...valid, shop: { ...shop, webhook: '/hook', events: ['charge.succeded'] } },
      message:
        "shop.events has 'charge.succeded', which is not a type of event (did you mean charge.succeeded?)",
    },
    {
      options: { ...valid, shop: { ...shop, webhook: '/hook', events: ['refund.money_back'] } },
      message:
        "shop.events has 'refund.money_back', which is not a type of event. There are refund.created, refund.failed, refund.updated",
    },
    {
      options: { ...valid, shop: { ...shop, events: ['charge.refunded'] } },
      message: 'shop.events needs shop.webhook, the path to which events of these types go',
    },
    {
      options: { ...valid, shop: { ...shopOnDatabase, database: 'mysql://127.0.0.1/shop' } },
      message:
        "shop.database must be the address of a PostgreSQL, such as 'postgres://shop@127.0.0.1:5432/shop'",
    },
    {
      options: { ...valid, shop: { ...shopOnDatabase, database: 'postgres:///shop' } },
      message:
        "shop.database must be the address of a PostgreSQL, such as 'postgres://shop@127.0.0.1:5432/shop'",
    },
    {
      options: { ...valid, shop: { ...shop, database: 'postgres://127.0.0.1/shop' } },
      message:
        "the shop is not told the address of the proxy before its database: put {database} into shop.env, such as { DATABASE_URL: '{database}' }",
    },
    {
      options: { ...valid, shop: shopOnDatabase },
      message: 'the placeholder {database} needs shop.database, the address of the PostgreSQL',
    },
    {
      options: { ...valid, plan: { without: ['frozn'] } },
      message: "plan.without has 'frozn', which is not a kind of incident (did you mean frozen?)",
    },
    {
      options: { ...valid, plan: { amounts: { from: 19.99, to: 50 } } },
      message:
        'plan.amounts must be a range of minor units, such as { from: 100, to: 20000 }, or a list of prices, such as [1999, 500]',
    },
    {
      options: { ...valid, plan: { currency: 'EUR' } },
      message: "plan.currency must be three lower-case letters, such as 'eur'",
    },
    {
      options: { ...valid, currencies: [] },
      message: 'currencies must not be empty: leave it out for a shop that takes euros',
    },
  ]) {
    it(`are refused: ${message}`, () => {
      expect(problemOf(options)).to.equal(`torture: ${message}`);
    });
  }

  it('are refused with all problems at once', () => {
    const message = problemOf({ pay: 1, plan: { orders: -1, without: 'frozen' }, callMs: '5' });
    expect(message.split('\n')).to.deep.equal([
      'torture: 6 problems:',
      '  pay must be a function',
      '  plan.orders must be a whole number from 0 to 10000',
      '  plan.without must be an array',
      '  callMs must be a whole number from 1 to 2147483647',
      message.split('\n')[5],
      "  orders is missing: a function that returns the shop's orders, or a driver in another language",
    ]);
    expect(problemOf(7)).to.match(/the options must be an object/);
  });

  it('are refused with the kinds that there are', () => {
    expect(problemOf({ ...valid, plan: { without: ['earthquake'] } })).to.match(
      /'earthquake', which is not a kind of incident\. There are request_lost, answer_lost, /,
    );
  });
});
