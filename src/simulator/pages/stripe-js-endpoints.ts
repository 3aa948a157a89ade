import { readFile } from 'node:fs/promises';
import { redirectResponse } from '../../adapters/inbound/http/core/html-page.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';

const bundles = new URL('./bundles/', import.meta.url);

type Script = 'checkout' | 'frame' | 'page';

/** A script. Pages of every origin may load it, also those that isolate themselves from other origins. */
const scriptResponse = async (request: HttpRequest, name: Script): Promise<HttpResponse> => {
  const script = await readFile(new URL(`${name}.js`, bundles), 'utf8');
  // The address under which the browser, or a test that stands between, reached this server.
  const server = JSON.stringify(`http://${headerOf(request, 'host')}`);
  return {
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: script.replace('"{{server}}"', () => server),
  };
};

// The page of a shop holds the frames, so everyone may frame them. They load nothing from other places.
const framePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

const framePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pasarela's stand-in for Stripe.js</title>
</head>
<body><script src="/v3/frame.js"></script></body>
</html>
`;

// For the form of the bank, which the frame of the challenge fills.
const emptyPage = '<!doctype html><html lang="en"><title>3D Secure</title><body></body></html>\n';

const pageResponse = (html: string): HttpResponse => ({
  status: 200,
  headers: {
    'cache-control': 'no-cache',
    'content-security-policy': framePolicy,
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  },
  body: html,
});

const script = (path: string, name: Script): Endpoint => ({
  method: 'GET',
  path,
  handle: (request) => scriptResponse(request, name),
});

const page = (path: string, html: string): Endpoint => ({
  method: 'GET',
  path,
  handle: () => pageResponse(html),
});

/** Embedded Checkout: leads its frame from an address like Stripe's to the page of the session. */
const embeddedCheckout: Endpoint = {
  method: 'GET',
  path: '/v3/embedded-checkout-inner.html',
  handle: ({ querystring }) => {
    const { session = '', ...query } = Object.fromEntries(new URLSearchParams(querystring));
    return redirectResponse(
      `/_processor/checkout/${encodeURIComponent(session)}?${new URLSearchParams(query).toString()}`,
    );
  },
};

const element = /^\/v3\/elements-inner-[^/]+\.html$/;

/** A stand-in for Stripe.js under the paths of its versions, and the frames that it opens in a shop's page. */
export const stripeJsEndpoints = (
  unknownUrl: (request: HttpRequest) => HttpResponse,
): ReadonlyArray<Endpoint> => [
  script('/v3', 'page'),
  script('/v3/', 'page'),
  script('/stripe.js', 'page'),
  script('/:release/stripe.js', 'page'),
  script('/v3/frame.js', 'frame'),
  script('/v3/checkout.js', 'checkout'),
  embeddedCheckout,
  page('/v3/three-ds-2-challenge.html', framePage),
  page('/v3/three-ds-2-form.html', emptyPage),
  {
    method: 'GET',
    path: '/v3/:element',
    handle: (request) =>
      element.test(request.path) ? pageResponse(framePage) : unknownUrl(request),
  },
];
