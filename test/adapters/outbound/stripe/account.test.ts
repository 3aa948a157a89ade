import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { startFakeServer } from '../../../../src/fake-server.js';
import { createStripeProcessor, type StripeProcessorOptions } from '../../../../src/stripe.js';
import { at } from '../../../support/json/at.js';
import { ok, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';

const keyOf = (kind: string, mode: string): string => [kind, mode, 'shop'].join('_');

// As stripe-node's issue 2246 shows it.
const permission = {
  type: 'invalid_request_error',
  message:
    "The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.",
};

const account = { id: 'acct_1', object: 'account', country: 'ES' };

describe('the account of a Stripe key', () => {
  const stripe = useScriptedStripe();
  const read = (script: Parameters<typeof stripe.processor>[0], options = {}) =>
    stripe.processor(script, { maxRetries: 0, ...options }).retrieveAccount?.();

  it('is read from GET /v1/account', async () => {
    expect(await read([ok(account)])).to.deep.equal(E.right({ id: 'acct_1', livemode: false }));
    expect(stripe.lines()).to.deep.equal(['GET /v1/account']);
  });

  for (const kind of ['sk', 'rk']) {
    it(`is in live mode with ${kind}_live_..., because Stripe's account does not say it`, async () => {
      const secretKey = keyOf(kind, 'live');
      expect(await read([ok(account)], { secretKey })).to.deep.equal(
        E.right({ id: 'acct_1', livemode: true }),
      );
    });
  }

  for (const [kind, mode, livemode] of [
    ['sk', 'live', true],
    ['rk', 'live', true],
    ['sk', 'test', false],
    ['rk', 'test', false],
  ] as const) {
    it(`has the mode ${mode} with ${kind}_${mode}_..., without a call`, async () => {
      const processor = stripe.processor([], { secretKey: keyOf(kind, mode) });
      expect(processor.livemode).to.equal(livemode);
      expect(stripe.lines()).to.deep.equal([]);
    });
  }

  it('is unknown to a restricted key without the right to read it', async () => {
    expect(await read([refuse(403, permission)])).to.deep.equal(
      E.right({ id: null, livemode: false }),
    );
  });

  it('is unknown at a server that does not have the path', async () => {
    const unknown = { type: 'invalid_request_error', message: 'Unrecognized request URL' };
    expect(await read([refuse(404, unknown)])).to.deep.equal(
      E.right({ id: null, livemode: false }),
    );
  });

  for (const [what, answer, tag] of [
    [
      'a wrong key',
      refuse(401, { message: 'Invalid API Key provided' }),
      'ProcessorAuthenticationFailed',
    ],
    ['a failure of Stripe', refuse(500, { type: 'api_error' }), 'ProcessorFailed'],
    ['too many requests', refuse(429, { message: 'Too many' }), 'ProcessorRefused'],
  ] as const) {
    it(`is not known after ${what}`, async () => {
      expect(at(await read([answer]), 'left._tag')).to.equal(tag);
    });
  }

  it('is the same at a local server that starts again, for every kind of key, with any seed', async () => {
    const idAt = async (seed: string, options: StripeProcessorOptions): Promise<unknown> => {
      const server = await startFakeServer({ seed });
      const { retrieveAccount, close } = createStripeProcessor({ ...options, baseUrl: server.url });
      const outcome = await retrieveAccount?.();
      await close?.();
      await server.close();
      return at(outcome, 'right.id');
    };
    const shop = { secretKey: keyOf('sk', 'test') };
    const first = await idAt('one', shop);
    expect(first).to.match(/^acct_[0-9A-Za-z]{16}$/);
    expect(await idAt('two', shop)).to.equal(first);
    expect(await idAt('two', { secretKey: keyOf('rk', 'test') })).to.equal(first);
    expect(await idAt('two', { secretKey: `${shop.secretKey}2` })).not.to.equal(first);
  });
});
