import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { thinEventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { createStripeThinEventReader } from '../../../../src/stripe.js';
import { rejectionOf } from '../../../support/errors/rejection-of.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { secretKey } from './support/use-scripted-stripe.js';

const event = thinEventOf('evt_1', '2026-09-18T19:56:56.947Z');

describe('fetching what thin events refer to', () => {
  type Seen = { readonly line: string; readonly headers: NodeJS.Dict<string | Array<string>> };
  let seen: Array<Seen>;
  let status: number;
  let body: object;
  beforeEach(() => {
    seen = [];
    status = 200;
    body = { id: 'mtr_1', object: 'billing.meter' };
  });
  const url = useHttpServer(({ method, url: path, headers }, response) => {
    seen.push({ line: `${method} ${path}`, headers });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const reader = () =>
    createStripeThinEventReader({ secretKey, baseUrl: url(), maxRetries: 1, retryDelayMs: 1 });

  it("fetches the related object with the account's key", async () => {
    expect(await reader().fetchRelatedObject(event)).to.deep.equal(body);
    expect(seen.map(({ line }) => line)).to.deep.equal(['GET /v1/billing/meters/mtr_1']);
    expect(seen[0]?.headers['authorization']).to.equal(`Bearer ${secretKey}`);
    expect(seen[0]?.headers).not.to.have.property('stripe-context');
  });

  it("fetches it in the event's context", async () => {
    await reader().fetchRelatedObject({ ...event, context: 'acct_1' });
    expect(seen[0]?.headers['stripe-context']).to.equal('acct_1');
  });

  it('fetches the event with its data', async () => {
    body = { ...event, data: { developer_message_summary: 'There is 1 invalid event' } };
    expect(await reader().fetchEvent({ ...event, context: 'acct_1' })).to.deep.equal(body);
    expect(seen.map(({ line }) => line)).to.deep.equal(['GET /v2/core/events/evt_1']);
    expect(seen[0]?.headers['stripe-context']).to.equal('acct_1');
  });

  it('returns null for an event without a related object', async () => {
    expect(await reader().fetchRelatedObject({ ...event, related_object: null })).to.equal(null);
    expect(await reader().fetchRelatedObject({ id: 'evt_1' })).to.equal(null);
    expect(seen).to.deep.equal([]);
  });

  for (const wrong of [
    'https://attacker.example/v1/charges/ch_1',
    '//attacker.example/v1/charges/ch_1',
    '@attacker.example/v1/charges/ch_1',
    '/v1/../../secret',
    '/v1/charges/ch_1?expand[]=customer',
    '/v1/charges/ch_1#x',
    '/v1//attacker.example/x',
    '/v1/charges/ch_1\r\nhost: attacker.example',
    '/v1/charges/%2e%2e',
    '/health',
    '',
  ]) {
    it(`does not follow ${JSON.stringify(wrong)}`, async () => {
      const related_object = { id: 'ch_1', type: 'charge', url: wrong };
      const task = reader().taskEither.fetchRelatedObject({ ...event, related_object });
      expect(await task()).to.have.nested.property('left._tag', 'Unexpected');
      expect(seen).to.deep.equal([]);
    });
  }

  it('does not fetch an event whose id would change the path', async () => {
    const outcome = await reader().taskEither.fetchEvent({ id: '../accounts' })();
    expect(outcome).to.have.nested.property('left._tag', 'Unexpected');
    expect(seen).to.deep.equal([]);
  });

  it('does not follow a redirect', async () => {
    status = 302;
    const outcome = await reader().taskEither.fetchRelatedObject(event)();
    expect(E.isLeft(outcome)).to.equal(true);
    expect(new Set(seen.map(({ line }) => line))).to.deep.equal(
      new Set(['GET /v1/billing/meters/mtr_1']),
    );
  });

  it("reports Stripe's refusals, and retries failures", async () => {
    status = 404;
    body = { error: { type: 'invalid_request_error', message: 'No such meter', code: null } };
    expect(await reader().taskEither.fetchRelatedObject(event)()).to.have.nested.include({
      'left._tag': 'ProcessorRefused',
      'left.status': 404,
    });
    expect(seen).to.have.length(1);
    status = 500;
    body = { error: { type: 'api_error', message: 'Sorry' } };
    expect(await rejectionOf(reader().fetchRelatedObject(event))).to.be.a('string');
    expect(seen).to.have.length(3);
  });

  it('refuses invalid options', () => {
    expect(() => createStripeThinEventReader({ secretKey: '' })).to.throw(
      TypeError,
      'createStripeThinEventReader: secretKey must be',
    );
  });
});
