import { expect } from 'chai';
import { createMatcher } from '../../../../../src/adapters/inbound/http/core/matcher.js';
import { referenceEndpoints } from '../../../../../src/adapters/inbound/http/reference/reference-endpoints.js';
import { readReferenceFiles } from '../../../../../src/adapters/inbound/http/reference/reference-files.js';
import { packageVersion } from '../../../../../src/adapters/package-version.js';
import { silentLogger } from '../../../../../src/application/ports/logger.js';
import { requestWith } from '../../../../support/http/request-with.js';
import { at } from '../../../../support/json/at.js';
import { type ReferenceApp, startReferenceApp } from './reference-app.js';

/** The absolute URLs that the page loads. */
const assetsOf = (html: string, page: string): ReadonlyArray<string> =>
  [...html.matchAll(/<(?:link|script|img)[^>]+(?:href|src)="([^"]+)"/g)].map(([, url = '']) =>
    new URL(url, page).toString(),
  );

for (const prefix of ['', '/shop']) {
  describe(`The reference page at ${prefix}/doc`, () => {
    const running: Array<ReferenceApp> = [];
    const get = (path: string): Promise<Response> =>
      fetch(`${running[0]?.address}${prefix}${path}`, { redirect: 'manual' });

    before(async () => {
      running.push(await startReferenceApp(prefix));
    });

    after(() => {
      running[0]?.close();
    });

    it('serves a page that loads only from this service', async () => {
      const page = await get('/doc');
      expect(page.status).to.equal(200);
      expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      const html = await page.text();
      const hosts = [...html.matchAll(/\/\/([a-z0-9-]+\.[a-z0-9.-]+)/gi)].map(([, host]) => host);
      // The SVG namespace is a name, not a URL.
      expect(new Set(hosts)).to.deep.equal(new Set(['www.w3.org']));
      const assets = assetsOf(html, page.url);
      expect(assets).to.have.length(8);
      for (const asset of assets) {
        const answer = await fetch(asset);
        expect(answer.status, asset).to.equal(200);
        expect(answer.headers.get('cache-control')).to.contain('immutable');
        expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
        expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(500);
      }
    });

    it('serves it with a policy that allows only its own scripts', async () => {
      const { headers } = await get('/doc');
      const policy = headers.get('content-security-policy') ?? '';
      const directives = new Map(
        policy.split('; ').map((directive): [string, string] => {
          const [name = '', ...values] = directive.split(' ');
          return [name, values.join(' ')];
        }),
      );
      expect(directives.get('default-src')).to.equal("'none'");
      expect(directives.get('connect-src')).to.equal("'self'");
      expect(directives.get('frame-ancestors')).to.equal("'none'");
      expect(directives.get('base-uri')).to.equal("'none'");
      expect(directives.get('script-src')).to.match(/^'self' 'sha256-[A-Za-z0-9+/]{43}='$/);
      expect(policy).not.to.contain('unsafe');
    });

    it('serves the document, whose paths begin where the page is mounted', async () => {
      const answer = await get('/doc/openapi.json');
      expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
      const document: unknown = await answer.json();
      expect(at(document, 'info.version')).to.equal(packageVersion);
      const server = new URL(String(at(document, 'servers.0.url')), answer.url);
      expect(server.pathname).to.equal(`${prefix}/`);
      expect(document).to.have.nested.property('paths./api/payments/confirm');
    });

    it('serves it compressed, and not again to a caller that has it', async () => {
      // `fetch` asks for gzip, and decompresses it.
      for (const path of ['/doc', '/doc/openapi.json']) {
        const first = await get(path);
        expect(first.headers.get('content-encoding')).to.equal('gzip');
        expect(await first.text()).to.match(/^[<{]/);
        const etag = first.headers.get('etag') ?? '';
        const again = await fetch(first.url, { headers: { 'if-none-match': etag } });
        expect([again.status, again.headers.get('etag')]).to.deep.equal([304, etag]);
        expect(await again.text()).to.equal('');
        const head = await fetch(first.url, { method: 'HEAD' });
        expect([head.status, head.headers.get('etag')]).to.deep.equal([200, etag]);
      }
    });

    it('redirects from /doc/ to /doc, where the relative URLs work', async () => {
      const answer = await get('/doc/');
      expect(answer.status).to.equal(302);
      const target = new URL(answer.headers.get('location') ?? '', answer.url);
      expect(target.pathname).to.equal(`${prefix}/doc`);
    });

    it('serves no other file of the package or the machine', async () => {
      const [asset = ''] = assetsOf(await (await get('/doc')).text(), `http://x${prefix}/doc`);
      const version = asset.split('/').at(-2) ?? '';
      expect((await get(`/doc/assets/${version}/swagger-ui-bundle.js`)).status).to.equal(200);
      for (const path of [
        `${version}/package.json`,
        `${version}/swagger-ui-bundle.js.map`,
        `${version}/..%2Fpackage.json`,
        `${version}/..%2F..%2F..%2Fpackage.json`,
        `${version}/%2e%2e%2fpackage.json`,
        `${version}/..%5Cpackage.json`,
        `${version}/%2Fetc%2Fpasswd`,
        `${version}/swagger-ui-bundle.js%00`,
        `${version}/constructor`,
        '0.0.0/swagger-ui-bundle.js',
        'swagger-ui-bundle.js',
      ]) {
        expect((await get(`/doc/assets/${path}`)).status, path).to.equal(404);
      }
    });
  });
}

describe('the reference where its files are missing, as in workers', () => {
  it('leads from the page to the document', async () => {
    const errors = { logger: silentLogger, verbose: false };
    const missing = () => Promise.reject(new Error('no file system'));
    const match = createMatcher(
      referenceEndpoints(errors, { inMemory: false, open: true, readFiles: missing }),
    );
    const get = async (path: string) => {
      const found = match('GET', path);
      return found?.endpoint.handle(requestWith({ path }), found.params);
    };
    expect(await get('/doc')).to.deep.include({ status: 302 });
    expect(await get('/doc')).to.have.nested.property('headers.location', 'doc/openapi.json');
    expect(await get('/doc/assets/1/swagger-ui-bundle.js')).to.include({ status: 404 });
    expect(await get('/doc/openapi.json')).to.include({ status: 200 });
  });

  it('reads the files again after they could not be read', async () => {
    let tries = 0;
    const readFiles = () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('EMFILE')) : readReferenceFiles();
    };
    const errors = { logger: silentLogger, verbose: false };
    const match = createMatcher(
      referenceEndpoints(errors, { inMemory: false, open: true, readFiles }),
    );
    const get = () => match('GET', '/doc')?.endpoint.handle(requestWith({ path: '/doc' }), {});
    expect([await get(), await get()].map((answer) => answer?.status)).to.deep.equal([302, 200]);
  });
});
