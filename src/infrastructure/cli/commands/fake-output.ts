import { isLoopback } from '../../../adapters/inbound/http/access/foreign-pages.js';
import { localUrl } from '../../../adapters/inbound/http/server/listen.js';
import { packageVersion } from '../../../adapters/package-version.js';
import { describeDelivery } from '../../../simulator/client.js';
import type { FakeServer, FakeServerOptions } from '../../../simulator/server.js';
import { type Banner, renderBanner, testCardFacts } from '../../terminal/banner.js';
import { deliveryLine, requestLine } from '../../terminal/request-lines.js';
import type { Screen } from '../../terminal/screen.js';

/** How the server tells what happens. */
type FakeOutput = Pick<FakeServerOptions, 'onRequest' | 'onDelivery'> & {
  readonly started: (server: FakeServer, webhook: string | undefined) => string;
};

/** The variables that let a service of Pasarela pay at the server. */
export const fakeVariables = ({ url, apiKey, webhookSecret }: FakeServer) => ({
  STRIPE_BASE_URL: localUrl(url),
  STRIPE_SECRET_KEY: apiKey,
  WEBHOOK_SECRET: webhookSecret,
});

const assignments = (server: FakeServer): string =>
  Object.entries(fakeVariables(server))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

const startLine = (server: FakeServer): string =>
  `pasarela ${packageVersion} listens on ${server.url} as Stripe: ${assignments(server)}\n`;

const bannerOf = (server: FakeServer, webhook: string | undefined): Banner => {
  const { apiKey, webhookSecret } = server;
  const url = localUrl(server.url);
  const { hostname, port } = new URL(url);
  const { hostname: listens } = new URL(server.url);
  return {
    title: `pasarela ${packageVersion} fake: a local server that speaks the API of Stripe`,
    facts: [
      ['API', `${url}/v1`],
      // Some shells set HOST by themselves.
      ...(isLoopback(listens.replaceAll(/[[\]]/g, ''))
        ? []
        : [['open to', `everybody who reaches ${listens}; HOST=127.0.0.1 closes it`] as const]),
      ['Console', `${url}/`],
      ['Stripe.js', `${url}/v3/`],
      ['API key', `${apiKey} (every sk_test_<name> is an account of its own)`],
      ['Webhooks', webhook ?? 'to the endpoints that you register; --webhook <url> adds one'],
      ['signed with', webhookSecret],
      ...testCardFacts,
    ],
    lines: [
      [
        'A payment to try:',
        `curl ${url}/v1/payment_intents -u ${apiKey}: -d amount=1999 -d currency=eur -d payment_method=pm_card_visa -d confirm=true -d 'allowed_payment_method_types[]=card'`,
      ],
      [
        "In a program with Stripe's SDK:",
        `new Stripe('${apiKey}', { protocol: 'http', host: '${hostname}', port: ${port} })`,
      ],
      [
        'In another terminal, the service of Pasarela:',
        `${assignments(server)} npx pasarela serve`,
      ],
    ],
    end: 'Requests and webhooks appear here as they happen. Ctrl+C ends the server.',
  };
};

const lineOf = (object: object): string => `${JSON.stringify(object)}\n`;

/** How the server tells what happens: to a person at a terminal, or to a program. */
export const fakeOutput = (
  print: (text: string) => void,
  screen: Screen,
  json: boolean,
): FakeOutput => {
  if (json) {
    return {
      started: ({ url, apiKey, webhookSecret }) =>
        lineOf({ started: { url, api_key: apiKey, webhook_secret: webhookSecret } }),
      onRequest: (request) => print(lineOf({ request })),
      onDelivery: (webhook) => print(lineOf({ webhook })),
    };
  }
  return screen.isTerminal
    ? {
        started: (server, webhook) => renderBanner(bannerOf(server, webhook), screen),
        onRequest: (request) => print(requestLine(request, screen)),
        onDelivery: (delivery) => print(deliveryLine(delivery, screen)),
      }
    : {
        started: startLine,
        onDelivery: (delivery) => print(`${describeDelivery(delivery)}\n`),
      };
};
