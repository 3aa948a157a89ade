import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import type { StripeConfig } from '../../../src/infrastructure/config/processor.js';
import { checkProcessor } from '../../../src/infrastructure/doctor/check-processor.js';
import { useHttpServer } from '../../support/http/use-http-server.js';

const secretKey = ['sk', 'test', 'doctor'].join('_');
const webhookSecrets = [['whsec', 'a'.repeat(24)].join('_')];
const publicUrl = 'https://pay.shop.example';

describe('checkProcessor', () => {
  let listener: RequestListener = () => undefined;
  const url = useHttpServer((request, response) => listener(request, response));

  const config = (): StripeConfig => ({
    kind: 'stripe',
    secretKey,
    baseUrl: url(),
    apiVersion: '2026-08-26.dahlia',
    cards: 'sources',
    timeoutMs: 1000,
    totalTimeoutMs: 3000,
    maxRetries: 0,
    maxCalls: 1,
    maxWaitingCalls: 1,
    breakerFailures: 1,
    breakerFailuresInRow: 1,
    breakerPauseMs: 1,
  });

  /** The findings about a processor that answers like this. */
  const findings = async (answer: RequestListener, settings: object = {}) => {
    listener = answer;
    const found = await checkProcessor(config(), { webhookSecrets, publicUrl, ...settings });
    // check-cards.test.ts has those about cards.
    return found
      .filter(({ check }) => check !== 'cards')
      .map(({ check, level, message }) =>
        `${level} ${check}: ${message}`.replaceAll(url(), '<url>'),
      );
  };

  const answering =
    (
      status: number,
      body: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): RequestListener =>
    (request, response) => {
      const isAboutEndpoints = request.url?.startsWith('/v1/webhook_endpoints') === true;
      response.writeHead(isAboutEndpoints ? 200 : status, headers);
      response.end(
        typeof body === 'string' && !isAboutEndpoints
          ? body
          : JSON.stringify(isAboutEndpoints ? { data: body } : {}),
      );
    };
  const endpoint = (at: string, status = 'enabled', ...types: ReadonlyArray<string>) => ({
    url: at,
    status,
    enabled_events: types.length === 0 ? ['*'] : types,
  });

  it('has nothing to say about the in-memory processor', async () => {
    const inMemory = { kind: 'memory', seed: undefined } as const;
    const [finding, ...others] = await checkProcessor(inMemory, {
      webhookSecrets: [],
      publicUrl: undefined,
    });
    expect([finding?.level, others]).to.deep.equal(['ok', []]);
  });

  it('says that all is well', async () => {
    const mine = `${publicUrl}/api/webhooks/stripe`;
    expect(
      await findings(answering(200, [endpoint('https://other.example'), endpoint(mine)])),
    ).to.deep.equal([
      'ok processor: <url> accepts the test key and API version 2026-08-26.dahlia',
      "ok clock: within 30 seconds of the processor's",
      'ok webhooks: WEBHOOK_SECRET has a secret of the right form',
      `ok webhooks: the processor sends all events to ${mine}`,
    ]);
    const some = endpoint(`${publicUrl}/api/webhooks`, 'enabled', 'a', 'b');
    expect(await findings(answering(200, [some]))).to.include(
      `ok webhooks: the processor sends 2 types of events to ${some.url}`,
    );
  });

  for (const [status, body, expected] of [
    [401, '{}', 'error processor: <url> refuses STRIPE_SECRET_KEY (401)'],
    [
      403,
      '{}',
      'error processor: <url> accepts the test key, which may not read payment intents (403)',
    ],
    [
      400,
      '{"error": {"message": "Invalid Stripe API version"}}',
      'error processor: <url> refuses the request (400): Invalid Stripe API version',
    ],
    [400, 'no', 'error processor: <url> refuses the request (400): no reason given'],
    [404, '<html>', 'error processor: <url> answers with status 404'],
    [503, '', 'error processor: <url> answers with status 503'],
  ] as const) {
    it(`reports a processor that answers with ${status} ${body}`, async () => {
      const [first, ...others] = await findings(answering(status, body));
      expect(first).to.equal(expected);
      expect(others).to.have.length(2);
    });
  }

  for (const [seconds, expected] of [
    [100, "warning clock: 100 seconds behind the processor's"],
    [-100, "warning clock: 100 seconds ahead of the processor's"],
    [
      4000,
      "error clock: 4000 seconds behind the processor's: signatures of webhooks will be refused",
    ],
  ] as const) {
    it(`compares the clocks: the processor's is ${seconds} seconds ahead`, async () => {
      const date = new Date(Math.round(Date.now() / 1000 + seconds) * 1000).toUTCString();
      const [, clock = ''] = await findings(answering(200, [], { date }));
      expect(clock.replace(/ \d+ /, ` ${Math.abs(seconds)} `)).to.equal(expected);
    });
  }

  it('says when the processor does not tell its time', async () => {
    expect((await findings(answering(200, [], { date: 'soon' })))[1]).to.equal(
      'warning clock: the processor does not tell its time',
    );
  });

  it('says when webhooks do not come', async () => {
    const last = async (data: unknown, settings: object = {}) =>
      (await findings(answering(200, data), settings)).at(-1);
    expect(await last([])).to.equal(
      `warning webhooks: no webhook endpoint is registered for ${publicUrl}`,
    );
    const mine = `${publicUrl}/api/webhooks`;
    expect(await last([endpoint(mine, 'disabled')])).to.equal(
      `error webhooks: the webhook endpoint ${mine} is disabled`,
    );
    expect(await last('none')).to.equal(
      'warning webhooks: the webhook endpoints of the account cannot be read (200)',
    );
    expect(await last([], { publicUrl: undefined })).to.equal(
      'warning webhooks: it is not known at which address the processor reaches this service',
    );
  });

  it('says which events do not come that a shop needs', async () => {
    const mine = (...types: ReadonlyArray<string>) =>
      endpoint(`${publicUrl}/api/webhooks`, 'enabled', ...types);
    const last = async (...endpoints: ReadonlyArray<unknown>) =>
      (await findings(answering(200, endpoints))).at(-1);
    expect(await last(mine('payment_intent.succeeded'))).to.equal(
      'warning webhooks: the processor does not send charge.dispute.created, refund.failed',
    );
    expect(
      await last(mine('payment_intent.succeeded', 'refund.failed'), mine('charge.dispute.created')),
    ).to.match(/^ok webhooks: the processor sends 2 types of events/);
  });

  it('says when the secret of webhooks is missing or of another kind, and does not repeat it', async () => {
    const third = async (secrets: ReadonlyArray<string>) =>
      (await findings(answering(200, []), { webhookSecrets: secrets }))[2];
    expect(await third([])).to.equal(
      'warning webhooks: WEBHOOK_SECRET is not set: webhooks will be answered with 500',
    );
    expect(await third(['my own secret'])).to.equal(
      'warning webhooks: WEBHOOK_SECRET has a secret that is not one of Stripe, which begin with whsec_',
    );
    expect(await third([...webhookSecrets, ...webhookSecrets])).to.equal(
      'ok webhooks: WEBHOOK_SECRET has secrets of the right form',
    );
  });

  it('says why there is no response', async () => {
    const lines = await findings((request) => request.socket.destroy());
    expect(lines[0]).to.match(/^error processor: no response from <url>: \w+/);
    expect(lines).to.have.length(2);
  });
});
