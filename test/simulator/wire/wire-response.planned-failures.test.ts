import { expect } from 'chai';
import { rawRequest } from '../../support/http/raw-request.js';
import { at, listAt } from '../../support/json/at.js';
import { keyOf, useWire, withoutLogUrl } from '../support/use-wire.js';

describe('planned failures on the wire', () => {
  const wire = useWire();

  const plan = async (name: string, fault: unknown): Promise<void> => {
    const { status } = await wire().send('POST', '/_processor/fail-next', {
      form: JSON.stringify({ on: 'any', with: fault }),
      headers: { authorization: `Bearer ${keyOf(name)}`, 'content-type': 'application/json' },
    });
    expect(status).to.equal(200);
  };

  const customers = async (name: string): Promise<number> =>
    listAt((await wire().as(name)('GET', '/v1/customers')).body, 'data').length;

  /** A creation, byte by byte. */
  const create = (name: string) => {
    const { url } = wire().server;
    const head = [
      'POST /v1/customers HTTP/1.1',
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${keyOf(name)}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 8',
    ];
    return rawRequest(url, `${head.join('\r\n')}\r\n\r\nname=Ana`);
  };

  it('are refused with 400 when their value is deep', async () => {
    const { status } = await wire().send('POST', '/_processor/fail-next', {
      form: `{"on":"any","with":{"decline":"lost_card","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      headers: { authorization: `Bearer ${keyOf('deep')}`, 'content-type': 'application/json' },
    });
    expect(status).to.equal(400);
  });

  const cut: ReadonlyArray<readonly [fault: string, done: number]> = [
    ['unreachable', 0],
    ['timeout_before', 0],
    ['timeout_after', 1],
  ];
  for (const [fault, done] of cut) {
    it(`${fault}: the connection ends without a response, and the work is ${done === 0 ? 'not ' : ''}done`, async () => {
      await plan(fault, fault);
      const answer = await create(fault);
      expect([answer.head, answer.body]).to.deep.equal(['', '']);
      expect(await customers(fault)).to.equal(done);
    });
  }

  it('cut_short: half of the response arrives, and the work is done', async () => {
    await plan('cut', 'cut_short');
    const { status, head, body } = await create('cut');
    expect(status).to.equal(200);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(body).to.match(/^\{\n {2}"id": "cus_/);
    expect(body).to.have.length(Math.floor(length / 2));
    expect(await customers('cut')).to.equal(1);
  });

  it('cut_short: an error response is cut too', async () => {
    await plan('refused', 'cut_short');
    const outcome = await wire()
      .as('refused')('GET', '/v1/customers/cus_x')
      .catch(() => 'cut');
    expect(outcome).to.equal('cut');
  });

  it('delay: the response arrives later', async () => {
    await plan('slow', { delay: 5 });
    const slow = await wire().as('slow')('POST', '/v1/customers', { form: 'name=Ana' });
    expect([slow.status, at(slow.body, 'name')]).to.deep.equal([200, 'Ana']);
  });

  const answered: ReadonlyArray<readonly [fault: unknown, status: number, error: object]> = [
    [
      'rate_limit',
      429,
      {
        type: 'invalid_request_error',
        message: 'Too many requests hit the API too quickly.',
        code: 'rate_limit',
      },
    ],
    ['server_error', 500, { type: 'api_error', message: 'An unknown error occurred' }],
    [
      { decline: 'insufficient_funds' },
      402,
      {
        type: 'card_error',
        message: 'Your card has insufficient funds.',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        advice_code: 'try_again_later',
        network_advice_code: '02',
        network_decline_code: '51',
        doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      },
    ],
  ];
  for (const [fault, status, error] of answered) {
    const name = JSON.stringify(fault).replaceAll(/\W/g, '_');
    it(`${JSON.stringify(fault)}: ${status}, nothing is done`, async () => {
      await plan(name, fault);
      const answer = await wire().as(name)('POST', '/v1/customers', { form: 'name=Ana' });
      expect([answer.status, withoutLogUrl(answer)]).to.deep.equal([status, { error }]);
      expect(answer.headers.has('stripe-should-retry')).to.equal(false);
      expect(await customers(name)).to.equal(0);
    });
  }
});
