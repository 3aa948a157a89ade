import { createHash } from 'node:crypto';
import { chosenOf, type Language } from './language.js';
import type { HttpResponse } from './message.js';

/** Text in HTML, as content or as the value of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * The policy of a page that uses only its own style and sends forms. `form-action` is open, because a form's response redirects
 * to another host. `framedBy`: who may show the page in a frame.
 */
export const pagePolicy = (style: string, framedBy: "'self'" | "'none'" | '*'): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors ${framedBy}; base-uri 'none'`;

/** A page. `body` is HTML. */
export const htmlPage = (page: {
  readonly language: Language;
  readonly title: string;
  readonly style: string;
  readonly body: string;
}): string => `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<style>${page.style}</style>
</head>
<body>
${page.body}
</body>
</html>
`;

/** A response with a page in the language of its reader, which no cache keeps. */
export const htmlResponse = (
  status: number,
  policy: string,
  language: Language,
  html: string,
): HttpResponse => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    ...chosenOf[language].headers,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  },
  body: html,
});

/** A response that sends the browser to another page. */
export const redirectResponse = (url: string): HttpResponse => ({
  status: 303,
  headers: {
    // A header holds no other characters.
    location: url.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent),
    'Content-Type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    // The URL of the page has the id of the payment.
    'referrer-policy': 'no-referrer',
  },
  body: '',
});
