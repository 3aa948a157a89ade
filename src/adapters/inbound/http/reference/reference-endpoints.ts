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
const loadDocument = async (locale: Locale | undefined, inMemory: boolean): Promise<string> => {
  const { referenceDocument } = await import('./reference-document.js');
  return referenceDocument(locale, inMemory);
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

type ReferenceOptions = {
  /** Answers a request that may not read the reference. Absent: everybody may. */
  readonly refuse?: ((request: HttpRequest) => Promise<HttpResponse | undefined>) | undefined;
  /** The service has the in-memory processor. */
  readonly inMemory: boolean;
  readonly readFiles?: typeof readReferenceFiles;
};

/**
 * `GET /doc`: the interactive API reference, which loads nothing from other hosts. `GET /doc/openapi.json`: the OpenAPI document.
 * Where the files of the page are missing, as in workers, the page leads to the document.
 */
export const referenceEndpoints = (
  errors: ErrorAnswers,
  { refuse, inMemory, readFiles = readReferenceFiles }: ReferenceOptions,
): ReadonlyArray<Endpoint> => {
  let files: Promise<ReferenceFiles | undefined> | undefined;
  const loadFiles = () => {
    files ??= readFiles().catch(() => {
      // A server that was short of file handles has them later.
      files = undefined;
      return undefined;
    });
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
      document ??= loadDocument(errors.locale, inMemory);
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
