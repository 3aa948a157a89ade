import { readFile } from 'node:fs/promises';
import { type Language, languageOfPage } from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';

const bundles = new URL('./bundles/', import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // The script makes no element of a text.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234338ca'/%3E%3Cpath d='M7 21h18M9 21v-9m14 9v-9M7 12c5 0 9 3 9 6 0-3 4-6 9-6' fill='none' stroke='white' stroke-width='2.6' stroke-linecap='round'/%3E%3C/svg%3E";

// The script fills it, in the language of the page unless another was chosen before.
const html = (language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pasarela</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/_processor/console.css">
<script src="/_processor/console.js" defer></script>
</head>
<body>
<noscript>This console needs JavaScript. Esta consola necesita JavaScript.</noscript>
</body>
</html>
`;

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

/** Whether a request asks for a page to look at, as browsers do. */
export const asksForPage = (request: HttpRequest): boolean =>
  headerOf(request, 'accept').includes('text/html');

/** The page of the console and its assets. They hold no data. */
export const consolePage = (
  refuse: (request: HttpRequest) => Promise<HttpResponse | undefined>,
): ReadonlyArray<Endpoint> => {
  const answered =
    (response: (request: HttpRequest) => Promise<HttpResponse>): Endpoint['handle'] =>
    async (request) =>
      (await refuse(request)) ?? response(request);
  const asset = (type: keyof typeof types): Endpoint => ({
    method: 'GET',
    path: `/_processor/console.${type}`,
    handle: answered(async () => ({
      status: 200,
      headers: { ...headers, 'content-type': types[type] },
      body: await readFile(new URL(`console.${type}`, bundles)),
    })),
  });
  return [
    {
      method: 'GET',
      path: '/',
      handle: answered(async (request) => ({
        status: 200,
        headers: {
          ...headers,
          'content-type': 'text/html; charset=utf-8',
          vary: 'Accept, Accept-Language',
        },
        body: html(languageOfPage(request, 'es')),
      })),
    },
    asset('css'),
    asset('js'),
  ];
};
