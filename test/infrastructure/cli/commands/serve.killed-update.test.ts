import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { type Call, callAt } from '../../../support/http/call.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { at, textAt } from '../../../support/json/at.js';
import { usePrograms } from '../../../support/programs/use-programs.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const isUpdate = (method: string | undefined, url: string | undefined): boolean =>
  method === 'POST' && /^\/v1\/payment_intents\/pi_\w+$/.test(url ?? '');

describe('an update of a payment whose process dies between its claim and its answer', () => {
  const { start, addressOf } = usePrograms();
  const { file } = useSqlite();
  let stripe: FakeServer;
  let cut: 'before' | 'after' | null = null;
  let reached: () => void = () => undefined;
  const updates: Array<string> = [];

  // Between the service and the processor: it holds a request back, or its answer.
  const proxy = useHttpServer((request, response) => {
    void (async () => {
      const { method = '', url = '', headers } = request;
      const body = await buffer(request);
      const isCut = cut !== null && isUpdate(method, url);
      if (isCut && cut === 'before') return reached();
      const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
      const answer = await fetch(new URL(url, stripe.url), {
        method,
        headers: Object.entries(kept).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        ...(method === 'GET' ? {} : { body }),
      });
      const text = await answer.text();
      if (isUpdate(method, url)) updates.push(answer.headers.get('idempotent-replayed') ?? 'done');
      if (isCut) return reached();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })();
  });

  before(async () => {
    stripe = await startFakeServer({ seed: 'killed update' });
  });
  after(() => stripe.close());
  beforeEach(() => {
    updates.length = 0;
  });

  const put = (call: Call, id: string, amount: number, key: string) =>
    call('PUT', `/api/payments/${id}`, { body: { amount }, headers: { 'idempotency-key': key } });

  for (const when of ['before', 'after'] as const) {
    it(`is done once when it dies ${when} the processor has done it, and never over a later update`, async () => {
      const environment = {
        STRIPE_SECRET_KEY: stripe.apiKey,
        STRIPE_BASE_URL: proxy(),
        DATABASE_URL: `file:${await file()}`,
        IDEMPOTENCY_LEASE_SECONDS: '1',
      };
      const serve = () => start(['serve', '--port', '0'], environment);
      const first = await serve();
      const call = callAt(await addressOf(first));
      const made = await call('POST', '/api/payments', {
        body: { amount: 19.99, payment_methods: ['card'] },
      });
      const id = textAt(made.body, 'data.id');
      const isReached = new Promise<void>((resolve) => {
        reached = resolve;
      });
      cut = when;
      const lost = put(call, id, 25, `cart ${when}`).catch((error: unknown) => error);
      await isReached;
      first.kill('SIGKILL');
      await first.end;
      expect(await lost).to.be.an('error');
      cut = null;

      const again = callAt(await addressOf(await serve()));
      if (when === 'after') {
        const later = await put(again, id, 30, `later cart ${when}`);
        expect(at(later.body, 'data.amount'), later.text).to.equal(3000);
      }
      const repeated = await put(again, id, 25, `cart ${when}`);
      expect([repeated.status, at(repeated.body, 'data.amount')]).to.deep.equal([200, 2500]);
      if (when === 'before') await put(again, id, 30, `later cart ${when}`);
      const now = await again('GET', `/api/payments/${id}`);
      expect(at(now.body, 'data.amount')).to.equal(3000);
      // A look-up may have settled the key; a repetition that reaches the processor is answered from its memory.
      expect(updates.filter((one) => one === 'done')).to.have.length(2);
    });
  }
});
