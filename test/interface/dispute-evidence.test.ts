import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { signatureOf } from '../support/http/signature-of.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService } from '../support/service/start-service.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

const key = 'key-of-the-shop-1234';
const webhookSecret = `${'whsec'}_${'evidence0123456789'}`;
const now = 1_800_000_000;
const evidence = {
  customer_name: 'Ana Zubizarreta',
  uncategorized_text: 'The parcel was signed for by her neighbour.',
};
const personal = /Zubizarreta|neighbour/;

describe('interface: evidence of disputes', () => {
  const sqlite = useSqlite();

  it('W16: is in no answer, no log, no stored event, and nowhere in the files of the store in plain text', async () => {
    const file = await sqlite.file();
    const audit = join(dirname(file), 'audit.log');
    const service = await startTestService({
      env: {
        DATABASE_URL: `file:${file}`,
        API_KEYS: `shop:${key}`,
        AUDIT_LOG: audit,
        IDEMPOTENCY_SECRET: 'secret-of-the-test-1',
        WEBHOOK_SECRET: webhookSecret,
      },
      clock: () => now,
    });
    const texts: Array<string> = [];
    try {
      const headers = { authorization: `Bearer ${key}` };
      const call: typeof service.call = async (method, path, sent = {}) => {
        const answer = await service.call(method, path, {
          ...sent,
          headers: { ...headers, ...sent.headers },
        });
        texts.push(answer.text);
        return answer;
      };
      const customer_id = await journeys(call).customer({ name: 'Ana' });
      const payment = { amount: 10, customer_id, payment_method: 'pm_card_createDispute' };
      await call('POST', '/api/payments', { body: { ...payment, confirm: true } });
      const list = await call('GET', '/api/disputes?limit=1');
      const [found] = listAt(list.body, 'data.data');
      const id = textAt(found, 'id');
      const answer = await call('POST', `/api/disputes/${id}/evidence`, {
        body: { evidence },
        headers: { 'idempotency-key': 'evidence 1' },
      });
      expect([answer.status, at(answer.body, 'data.id')]).to.deep.equal([200, id]);

      const event = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'charge.dispute.updated',
        created: now,
        livemode: false,
        data: {
          object: { id, object: 'dispute', charge: 'ch_1', evidence },
          previous_attributes: { evidence: { customer_name: null } },
        },
      });
      const received = await service.call('POST', '/api/webhooks', {
        raw: event,
        headers: { 'processor-signature': signatureOf(event, webhookSecret, now) },
      });
      expect(received.status, received.text).to.equal(200);
      const stored = await call('GET', '/api/events/evt_1');
      expect(at(stored.body, 'data.event.data')).to.deep.equal({
        object: { id, object: 'dispute', charge: 'ch_1' },
        previous_attributes: {},
      });
      await call('POST', `/api/disputes/${id}/evidence`, {
        body: { evidence: { ...evidence, misspelt: evidence.customer_name } },
      });
    } finally {
      await service.close();
    }
    texts.push(service.logged());
    const audited = await readFile(audit, 'utf8');
    expect(audited).to.match(
      /"operation":"submitDisputeEvidence","outcome":"done".*"dispute":"du_/,
    );
    expect(audited).to.match(/"operation":"submitDisputeEvidence","outcome":"refused"/);
    for (const name of await readdir(dirname(file))) {
      texts.push((await readFile(join(dirname(file), name))).toString('latin1'));
    }
    for (const text of texts) expect(text).not.to.match(personal);
  });
});
