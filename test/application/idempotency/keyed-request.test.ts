import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryProcessor } from '../../../src/adapters/outbound/memory/memory-processor.js';
import type { KeyedPayments } from '../../../src/application/facade/payments.js';
import {
  derivedKeyOf,
  requestText,
  stableNames,
} from '../../../src/application/idempotency/keyed-request.js';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { sha256 } from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { keysOf } from '../../support/json/keys-of.js';
import { cardYear } from '../../support/processors/card-year.js';

type Golden = readonly [
  operation: keyof typeof stableNames,
  call: keyof PaymentProcessor,
  run: (payments: KeyedPayments) => Promise<unknown>,
  derived: string,
];

// SHA-256 of ["shop","order 42",operation,call] as JSON. Never change these: with another derived key after an upgrade, a
// request in doubt would be charged a second time.
const golden: ReadonlyArray<Golden> = [
  [
    'createCustomer',
    'createCustomer',
    (payments) => payments.createCustomer({ email: 'a@b.es', name: 'A', phone: '1' }),
    'c55a5e9111a6b9370e1a93c1f98cfbdd9eff553631cb283db693514ec812f613',
  ],
  [
    'updateCustomer',
    'updateCustomer',
    (payments) => payments.updateCustomer({ customer: 'cus_1', name: 'B' }),
    'da1ffd1c1fcf4ef4bc3be19296036131bd478d9f5d085ee872f506365ef85c6e',
  ],
  [
    'deleteCustomer',
    'deleteCustomer',
    (payments) => payments.deleteCustomer({ customer: 'cus_1' }),
    'fce0e0a3bc81eeff8c2ebab4f1e5b9d5b2d0347f6de3779a8862aada49e92edc',
  ],
  [
    'tokenizeCard',
    'createCardToken',
    (payments) =>
      payments.tokenizeCard({
        number: '4242424242424242',
        exp_month: 12,
        exp_year: cardYear,
        cvc: '123',
      }),
    '5e67e24a78fb0ced490897898fd44755fcff739dd0e582d65598768bfac60e6d',
  ],
  [
    'assignCard',
    'createCard',
    (payments) => payments.assignCard({ customer: 'cus_1', source: 'tok_1' }),
    'd13f195823cb13d156ec97603357a19c70da201ab1a8416b27fb7c5e7125889a',
  ],
  [
    'setDefaultCard',
    'updateCustomer',
    (payments) => payments.setDefaultCard({ customer: 'cus_1', default_source: 'card_1' }),
    '255ad3dfab2a787e83f0893cac6a032e939553a009adfe3fdfdcf304fb7e30b2',
  ],
  [
    'removeCard',
    'deleteCard',
    (payments) => payments.removeCard({ customer: 'cus_1', card: 'card_1' }),
    '22b5c3a572d98a35bdc5be2596cadd89969658be57410f910579f39e31689063',
  ],
  [
    'createPaymentIntent',
    'createPaymentIntent',
    (payments) =>
      payments.createPaymentIntent({ customer: 'cus_1', amount: '1', payment_method: 'card_1' }),
    '33f0d58c4637fa8857d56e2093746b2d701af6747ca29713ff16c2680ba29db2',
  ],
  [
    'updatePayment',
    'updatePaymentIntent',
    (payments) => payments.updatePayment({ payment_intent: 'pi_1', amount_minor: 100 }),
    '52acce4b8b7150952382688c4ba38f6d26880266ca49826e905a4165444051c8',
  ],
  [
    'confirmPayment',
    'confirmPaymentIntent',
    (payments) => payments.confirmPayment({ payment_intent: 'pi_1' }),
    'd1b9fdb5ddc6bf63ae2306ac5c2c10315daab1b0b1acc1190141bcdf142e9cb4',
  ],
  [
    'capturePayment',
    'capturePaymentIntent',
    (payments) => payments.capturePayment({ payment_intent: 'pi_1' }),
    'c6726f56d8cb739d02d5d3f25b4b3f3defaebeb35c9af78a1358089d63933bbb',
  ],
  [
    'cancelPayment',
    'cancelPaymentIntent',
    (payments) => payments.cancelPayment({ payment_intent: 'pi_1' }),
    '7a15ee41201323c749147e880deedc83a5b19758338a9af51dc7740a03ad6999',
  ],
  [
    'createSetupIntent',
    'createSetupIntent',
    (payments) => payments.createSetupIntent({ customer: 'cus_1' }),
    '7c6b43128c908205a3f799fb10a6dccd2301876051b5396a3acbae27fce4ffaa',
  ],
  [
    'confirmSetupIntent',
    'confirmSetupIntent',
    (payments) => payments.confirmSetupIntent({ setup_intent: 'seti_1' }),
    'ad1490d26e9e1c31cfcbea25440a0ac06cfd2e86715bdf2974063f8c816ad639',
  ],
  [
    'cancelSetupIntent',
    'cancelSetupIntent',
    (payments) => payments.cancelSetupIntent({ setup_intent: 'seti_1' }),
    '8df1ed7a69af3c7daba0268eaf09ba01b5b3be78d63927c1d708a223b5d9ed20',
  ],
  [
    'createCheckoutSession',
    'createCheckoutSession',
    (payments) =>
      payments.createCheckoutSession({
        success_url: 'https://shop.example/thanks',
        line_items: [{ name: 'T-shirt', amount: '19.99' }],
      }),
    '63879c9cd50d02b1d22139077b6ae8c5edf9cb0715c69ac44bb23ed7bdf7f956',
  ],
  [
    'expireCheckoutSession',
    'expireCheckoutSession',
    (payments) => payments.expireCheckoutSession({ session: 'cs_1' }),
    'c9558412131b7dc3e4851c242f6c1e2160b625dc15dc447ea1336f01efc77f09',
  ],
  [
    'refundCharge',
    'createRefund',
    (payments) => payments.refundCharge({ charge: 'ch_1' }),
    '03bef09d41d98e9e9d2eb9302c39e4f5a1ba01174ac22f5ecf3636ab70edd3df',
  ],
  [
    'submitDisputeEvidence',
    'submitDisputeEvidence',
    (payments) => payments.submitDisputeEvidence({ dispute: 'du_1', evidence: {}, submit: true }),
    '87defb3f530af5b67a53b52a56f2fab1de365b9ca58398a77d8267fc2b8d69e0',
  ],
  [
    'closeDispute',
    'closeDispute',
    (payments) => payments.closeDispute({ dispute: 'du_1' }),
    'f3054dad9537f182a08a22036030807676587452b46d37ac7e36d2dbac46ef32',
  ],
];

const namespaced = 'f01d47eb1d9df4d38a6421040de1efb7f94f13ebf8bfacdb5f84af529aa54358';

describe('the derived keys of the processor', () => {
  for (const [operation, call, run, derived] of golden) {
    it(`are the same in every version for ${operation}`, async () => {
      const given: Array<unknown> = [];
      const processor = createMemoryProcessor({ seed: 1 });
      const recorded = (_input: unknown, options: object) => {
        given.push(Reflect.get(options, 'idempotencyKey'));
        return async () => E.left({ _tag: 'Unexpected', cause: null } as const);
      };
      const payments = createPayments({ processor: { ...processor, [call]: recorded } });
      const keyed = payments.withIdempotencyKey('order 42', { scope: 'shop' });
      await run(keyed).catch(() => undefined);
      expect(given).to.deep.equal([derived]);
    });
  }

  it('have a digest here for every operation that changes something at the processor', () => {
    const asking = keysOf(stableNames).filter((name) => stableNames[name].call !== null);
    expect(golden.map(([operation]) => operation)).to.have.members(asking);
  });

  it('differ by namespace', () => {
    const id = { scope: 'shop', key: 'order 42' };
    const names = stableNames.createPaymentIntent;
    expect(derivedKeyOf(sha256, 'staging', id, names)).to.equal(namespaced);
    const text = '["staging","shop","order 42","createPaymentIntent","createPaymentIntent"]';
    expect(createHash('sha256').update(text).digest('hex')).to.equal(namespaced);
  });
});

describe('requestText', () => {
  const card = { number: '4242 4242 4242 4242', cvc: '987', exp_month: 12, exp_year: cardYear };

  it('is the same for the same request in every version', () => {
    expect(
      requestText('createPaymentIntent', {
        payment_method: 'pm_1',
        customer: 'cus_1',
        amount: 1999,
      }),
    ).to.equal(
      '["createPaymentIntent",{"amount":1999,"customer":"cus_1","payment_method":"pm_1"}]',
    );
    expect(requestText('refundCharge', { charge: 'ch_1', amount_minor: 500 })).to.equal(
      '["refundCharge",{"amount":500,"charge":"ch_1"}]',
    );
    expect(requestText('capturePayment', { payment_intent: 'pi_1', amount_minor: 500 })).to.equal(
      '["capturePayment",{"amount_to_capture":500,"payment_intent":"pi_1"}]',
    );
  });

  it('tells an amount in whole units from one in minor units', () => {
    expect(requestText('refundCharge', { charge: 'ch_1', amount: '500.00' })).to.equal(
      '["refundCharge",{"amount":"500.00","charge":"ch_1"}]',
    );
  });

  it('has only the last four digits of a card number in any notation, and no security code', () => {
    const text = `["tokenizeCard",{"exp_month":12,"exp_year":${cardYear},"last4":"4242"}]`;
    expect(requestText('tokenizeCard', card)).to.equal(text);
    for (const number of ['4242424242424242', '4242-4242-4242-4242', ' 4 2 4 2 4242 42424242 ']) {
      expect(requestText('tokenizeCard', { ...card, number })).to.equal(text);
    }
  });

  it('has only these digits in any other field too', () => {
    const noted = {
      description: 'paid with 4242 4242-4242 4242, thanks',
      metadata: { card: '5105105105105100', '4000000000000002': 'x' },
      shipping: { lines: ['378282246310005'] },
    };
    const text = requestText('createPaymentIntent', noted);
    expect(text).to.equal(
      '["createPaymentIntent",{"description":"paid with [card 4242], thanks","metadata":{"[card 0002]":"x","card":"[card 5100]"},"shipping":{"lines":["[card 0005]"]}}]',
    );
  });

  it('keeps long numbers that are not card numbers', () => {
    const order = { metadata: { order: '4242424242424241', long: '42424242424242424242' } };
    expect(requestText('createPaymentIntent', order)).to.include('4242424242424241');
    expect(requestText('createPaymentIntent', order)).to.include('42424242424242424242');
  });
});
