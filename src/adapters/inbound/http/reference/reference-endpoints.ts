import type { Locale } from '../core/language.js';
import type { Endpoint } from '../core/matcher.js';
import type { HttpRequest, HttpResponse } from '../core/message.js';
import { type ErrorAnswers, failureResponse } from '../failure-response.js';
import { type PreparedContent, prepareContent } from './prepared-content.js';
import type { ReferenceFacts } from './reference-document.js';
import { type ReferenceFiles, readReferenceFiles, referenceHeaders } from './reference-files.js';

const redirectTo = (location: string): HttpResponse => ({
  status: 302,
  headers: { location, 'Content-Type': 'text/plain; charset=utf-8', ...referenceHeaders },
  body: '',
});

// Loaded on its first request, to keep the start fast.
const loadDocument = async (
  locale: Locale | undefined,
  facts: ReferenceFacts,
): Promise<PreparedContent> => {
  const { referenceDocument } = await import('./reference-document.js');
  const document = Buffer.from(referenceDocument(locale, facts));
  return prepareContent(document, 'application/json; charset=utf-8', {
    'cache-control': 'no-cache',
    ...referenceHeaders,
  });
};

type ReferenceOptions = ReferenceFacts & {
  /** Answers a request that may not read the reference, or not now. Absent: everybody may. */
  readonly refuse?: ((request: HttpRequest) => Promise<HttpResponse | undefined>) | undefined;
  readonly readFiles?: typeof readReferenceFiles;
};

/**
 * `GET /doc`: the interactive API reference, which loads nothing from other hosts. `GET /doc/openapi.json`: the OpenAPI document.
 * Where the files of the page are missing, as in workers, the page leads to the document.
 */
export const referenceEndpoints = (
  errors: ErrorAnswers,
  { refuse, readFiles = readReferenceFiles, ...facts }: ReferenceOptions,
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
  let document: Promise<PreparedContent> | undefined;

  const handlers: { readonly [path: string]: Endpoint['handle'] } = {
    '/doc': async (request) => {
      // The relative URLs are wrong on `/doc/`.
      if (request.path.endsWith('/')) return redirectTo('../doc');
      const found = await loadFiles();
      return found === undefined ? redirectTo('doc/openapi.json') : found.page(request);
    },
    '/doc/openapi.json': async (request) => {
      document ??= loadDocument(errors.locale, facts);
      return (await document)(request);
    },
    '/doc/assets/:version/:file': async (request, { version, file = '' }) => {
      const found = await loadFiles();
      const asset = found?.version === version ? await found?.assetOf(file) : undefined;
      return asset === undefined
        ? failureResponse({ _tag: 'RouteNotFound', path: request.path }, request, errors)
        : asset(request);
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
