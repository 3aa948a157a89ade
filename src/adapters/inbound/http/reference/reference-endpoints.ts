import type { Locale } from '../core/language.js';
import type { Endpoint } from '../core/matcher.js';
import type { HttpRequest, HttpResponse } from '../core/message.js';
import { type ErrorAnswers, failureResponse } from '../failure-response.js';
import { type ReferenceFiles, readReferenceFiles } from './reference-files.js';

const safe = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const forEver = 'public, max-age=31536000, immutable';

const redirectTo = (location: string): HttpResponse => ({
  status: 302,
  headers: { location, 'Content-Type': 'text/plain; charset=utf-8', ...safe },
  body: '',
});

// Loaded on its first request, to keep the start fast.
const loadDocument = async (locale: Locale | undefined): Promise<string> => {
  const { referenceDocument } = await import('./reference-document.js');
  return referenceDocument(locale);
};

const pageOf = ({ html, policy }: ReferenceFiles): HttpResponse => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    ...safe,
  },
  body: html,
});

/** Answers a request that may not read the reference. */
type Refuse = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/**
 * `GET /doc`: the interactive API reference, which loads nothing from other hosts. `GET /doc/openapi.json`: the OpenAPI document.
 * Where the files of the page are missing, as in workers, the page leads to the document. `refuse` answers those who may not
 * read them; absent: everybody may.
 */
export const referenceEndpoints = (
  errors: ErrorAnswers,
  refuse?: Refuse,
  readFiles = readReferenceFiles,
): ReadonlyArray<Endpoint> => {
  let files: Promise<ReferenceFiles | undefined> | undefined;
  const loadFiles = () => {
    files ??= readFiles().catch(() => undefined);
    return files;
  };
  let document: Promise<string> | undefined;

  const handlers: { readonly [path: string]: Endpoint['handle'] } = {
    '/doc': async ({ path }) => {
      // The relative URLs are wrong on `/doc/`.
      if (path.endsWith('/')) return redirectTo('../doc');
      const found = await loadFiles();
      return found === undefined ? redirectTo('doc/openapi.json') : pageOf(found);
    },
    '/doc/openapi.json': async () => {
      document ??= loadDocument(errors.locale);
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'cache-control': 'no-cache',
          ...safe,
        },
        body: await document,
      };
    },
    '/doc/assets/:version/:file': async (request, { version, file = '' }) => {
      const found = await loadFiles();
      const asset = found?.version === version ? await found?.assetOf(file) : undefined;
      return asset === undefined
        ? failureResponse({ _tag: 'RouteNotFound', path: request.path }, request, errors)
        : {
            status: 200,
            headers: { 'Content-Type': asset.type, 'cache-control': forEver, ...safe },
            body: asset.content,
          };
    },
  };
  return Object.entries(handlers).map(([path, handle]) => ({
    method: 'GET',
    path,
    handle:
      refuse === undefined
        ? handle
        : async (request, params) => (await refuse(request)) ?? handle(request, params),
  }));
};
