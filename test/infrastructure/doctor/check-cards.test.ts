import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import type { StripeConfig } from '../../../src/infrastructure/config/processor.js';
import { askStripe } from '../../../src/infrastructure/doctor/ask-stripe.js';
import { checkCards } from '../../../src/infrastructure/doctor/check-cards.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { at } from '../../support/json/at.js';

describe('checkCards', () => {
  const restricted = useHttpServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { type: 'invalid_request_error', message: 'No right.' } }),
    );
  });

  const config = (
    baseUrl: string,
    cards: StripeConfig['cards'],
    secretKey = ['sk', 'test', 'doctor'].join('_'),
  ): StripeConfig => ({
    kind: 'stripe',
    secretKey,
    baseUrl,
    apiVersion: '2026-08-26.dahlia',
    cards,
    timeoutMs: 1000,
    totalTimeoutMs: 3000,
    maxRetries: 0,
    maxCalls: 1,
    maxWaitingCalls: 1,
    breakerFailures: 1,
    breakerFailuresInRow: 1,
    breakerPauseMs: 1,
  });

  const found = async (given: StripeConfig) =>
    (await checkCards(given)).map(({ level, message }) => `${level}: ${message}`);

  const withServer = async (cardTokens: boolean, use: (server: FakeServer) => Promise<void>) => {
    const server = await startFakeServer({ cardTokens });
    try {
      await use(server);
    } finally {
      await server.close();
    }
  };

  const numbers =
    'ok: the account takes card numbers in test mode; in live mode it may refuse them';

  for (const [cardTokens, cards, expected] of [
    [true, 'sources', 'ok: the account takes card tokens: STRIPE_CARDS=sources works'],
    [false, 'sources', 'error: STRIPE_CARDS is sources, and the account refuses card tokens'],
    [
      false,
      'payment_methods',
      'ok: the account takes payment methods: STRIPE_CARDS=payment_methods works',
    ],
  ] as const) {
    it(`tries ${cards} at an account that ${cardTokens ? 'takes' : 'refuses'} card tokens, and leaves nothing there`, () =>
      withServer(cardTokens, async (server) => {
        expect(await found(config(server.url, cards, server.apiKey))).to.deep.equal([
          expected,
          numbers,
        ]);
        for (const path of ['/v1/customers', '/v1/events']) {
          const asked = await askStripe(config(server.url, cards, server.apiKey), 'GET', path);
          expect(at(asked.body, 'data')).to.deep.equal([]);
        }
      }));
  }

  it('says that card numbers are refused', async () => {
    const server = await startFakeServer({ rawCardNumbers: false });
    const [, second] = await found(config(server.url, 'payment_methods', server.apiKey));
    await server.close();
    expect(second).to.equal(
      'ok: the account refuses card numbers, as most do: tokenize in the browser with Stripe.js',
    );
  });

  it('says that it does not know when the key may not create anything', async () => {
    for (const cards of ['sources', 'payment_methods'] as const) {
      expect(await found(config(restricted(), cards))).to.deep.equal([
        'warning: how the account keeps the cards of customers is not known (403): No right.',
      ]);
    }
  });

  it('sends nothing with a live key', async () => {
    const live = ['sk', 'live', 'doctor'].join('_');
    const nowhere = 'https://stripe.invalid';
    expect(await found(config(nowhere, 'sources', live))).to.deep.equal([
      'warning: STRIPE_CARDS is sources, which accounts of today refuse; nothing is tried with a live key',
    ]);
    expect(await found(config(nowhere, 'payment_methods', live))).to.deep.equal([
      'ok: STRIPE_CARDS is payment_methods, as accounts of today need',
    ]);
  });
});
