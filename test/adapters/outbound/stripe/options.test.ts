import { expect } from 'chai';
import { StripeProcessorOptions } from '../../../../src/adapters/outbound/stripe/options.js';
import { checkedOptions } from '../../../../src/application/checked-input.js';
import { createStripeProcessor } from '../../../../src/stripe.js';
import { secretKey } from './support/use-scripted-stripe.js';

const wrong: ReadonlyArray<readonly [option: string, values: ReadonlyArray<unknown>]> = [
  ['secretKey', [undefined, '', null, 42, ' ', `${secretKey}\n`, `${secretKey} `, 'clé']],
  [
    'baseUrl',
    [
      '',
      null,
      'api.stripe.com',
      'ftp://127.0.0.1',
      'http://',
      'file:///etc/hosts',
      'http://127.0.0.1/prefix',
      'http://127.0.0.1?a=b',
      `http://${secretKey}@127.0.0.1`,
    ],
  ],
  ['timeoutMs', [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1000', null, 600_001]],
  ['maxRetries', [-1, 0.5, '2', null, 11]],
  ['retryDelayMs', [-1, 0.5, '2', null, 60_001]],
  [
    'apiVersion',
    [
      '',
      null,
      20_260_826,
      'dahlia',
      '2026-08-26 dahlia',
      '2026-02-30',
      '2022-08-01',
      '2026-08-26.dahlia; a=v1',
    ],
  ],
  ['cards', ['', null, 'sources,payment_methods', 'tokens']],
  ['clock', [null, 1_700_000_000]],
  ['transport', [null, 'https', {}]],
  ['tracing', [null, 'on', { headers: 'traceparent' }, { spans: () => undefined }]],
];

const right: ReadonlyArray<object> = [
  {},
  { baseUrl: 'http://127.0.0.1:12111' },
  { baseUrl: 'https://stripe.example/' },
  { baseUrl: 'http://[::1]:12111' },
  { baseUrl: undefined, timeoutMs: undefined, maxRetries: undefined },
  { timeoutMs: 1, maxRetries: 0, retryDelayMs: 0 },
  { apiVersion: '2026-09-30.endive' },
  { apiVersion: '2022-11-15' },
  { apiVersion: undefined },
  { cards: 'sources' },
  { transport: async () => ({ status: 200, headers: {}, body: '{}' }) },
  { cards: 'payment_methods' },
  { tracing: undefined },
  { tracing: { headers: () => undefined, aroundProcessorCall: undefined } },
  { timeoutMs: 600_000, maxRetries: 10, retryDelayMs: 60_000, clock: () => 0 },
];

const check = (options: unknown) =>
  checkedOptions('createStripeProcessor', StripeProcessorOptions, options);

describe('the options of the Stripe adapter', () => {
  for (const [option, values] of wrong) {
    for (const value of values) {
      const shown = String(value).replace(secretKey, 'KEY');
      it(`${option} is refused as ${JSON.stringify(shown)} (${typeof value}), without its value`, () => {
        const act = () => check({ secretKey, [option]: value });
        expect(act).to.throw(TypeError, new RegExp(`^createStripeProcessor: ${option} must be`));
        expect(act).not.to.throw(secretKey);
      });
    }
  }

  for (const options of right) {
    it(`are accepted: ${JSON.stringify(options)}`, () => {
      expect(createStripeProcessor({ secretKey, ...options })).to.be.an('object');
    });
  }

  it('are all refused in one error, also unknown ones', () => {
    expect(() => check({ maxRetries: -1, retries: 2 })).to.throw(
      TypeError,
      /secretKey must be .*; maxRetries must be .*; there is no option retries$/,
    );
  });

  it('name the option that other libraries call otherwise', () => {
    expect(() => check({ apiKey: secretKey, url: 'http://127.0.0.1:1' })).to.throw(
      TypeError,
      /there is no option apiKey \(did you mean secretKey\?\); there is no option url \(did you mean baseUrl\?\)$/,
    );
  });

  for (const options of [undefined, null, 'sk']) {
    it(`are refused when they are ${JSON.stringify(options)}`, () => {
      expect(() => check(options)).to.throw(TypeError, 'secretKey');
    });
  }
});
