import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import {
  formatOf,
  type RequestFormat,
  readRequestFormat,
  typesParamOf,
  writeRequestFormat,
} from '../../../../src/adapters/outbound/stripe/request-format.js';
import { calls } from './support/calls.js';
import { ok } from './support/replies.js';
import { useScriptedStripe } from './support/use-scripted-stripe.js';

const dahlia: RequestFormat = {
  apiVersion: '2026-08-26.dahlia',
  types: 'payment_method_types',
  cards: 'sources',
};
const endive: RequestFormat = {
  apiVersion: '2026-10-28.endive',
  types: 'allowed_payment_method_types',
  cards: 'payment_methods',
};

// These texts are in stores: one that no longer reads as it did repeats requests in other words.
const written: ReadonlyArray<readonly [text: string, format: RequestFormat]> = [
  ['stripe version=2026-08-26.dahlia types=payment_method_types cards=sources', dahlia],
  [
    'stripe version=2026-10-28.endive types=allowed_payment_method_types cards=payment_methods',
    endive,
  ],
  [
    'stripe version=2022-11-15 types=payment_method_types cards=payment_methods',
    { apiVersion: '2022-11-15', types: 'payment_method_types', cards: 'payment_methods' },
  ],
];

const foreign: ReadonlyArray<string> = [
  '',
  'stripe',
  'memory',
  'adyen version=2026-08-26.dahlia types=payment_method_types cards=sources',
  'stripe version=2026-08-26.dahlia types=payment_method_types',
  'stripe version=yesterday types=payment_method_types cards=sources',
  'stripe version=2026-08-26.dahlia types=card cards=sources',
  'stripe version=2026-08-26.dahlia types=payment_method_types cards=wallets',
  'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources later=yes',
  'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources toString=1',
];

describe('how requests to Stripe are worded', () => {
  for (const [text, format] of written) {
    it(`is written as: ${text}`, () => {
      expect(writeRequestFormat(format)).to.equal(text);
      expect(readRequestFormat(text)).to.deep.equal(O.some(format));
    });
  }

  for (const text of foreign) {
    it(`is not read from ${JSON.stringify(text)}: a repetition is then worded as today`, () => {
      expect(readRequestFormat(text)).to.deep.equal(O.none);
      expect(formatOf(dahlia)({ requestFormat: text, inDoubtSince: 1 })).to.deep.equal(dahlia);
    });
  }

  for (const [version, param] of [
    ['2022-11-15', 'payment_method_types'],
    ['2026-07-29.dahlia', 'payment_method_types'],
    ['2026-08-26.dahlia', 'payment_method_types'],
    ['2026-08-26.preview', 'allowed_payment_method_types'],
    ['2026-09-30.endive', 'allowed_payment_method_types'],
    ['2026-10-28.endive', 'allowed_payment_method_types'],
    ['2027-03-31.fuchsia', 'allowed_payment_method_types'],
  ] as const) {
    it(`limits an intent to cards by ${param} in ${version}`, () => {
      expect(typesParamOf(version)).to.equal(param);
    });
  }

  const stripe = useScriptedStripe();
  const { run, reply } = calls.createPaymentIntent;

  const seen = () => {
    const { headers, form = {} } = stripe.seen()[0] ?? {};
    return [
      headers?.['stripe-version'],
      Object.keys(form).filter((name) => name.includes('payment_method_types')),
    ];
  };

  it('is told by the adapter', () => {
    const apiVersion = '2026-10-28.endive';
    expect(stripe.processor([]).requestFormat).to.equal(
      'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources',
    );
    expect(stripe.processor([], { apiVersion }).requestFormat).to.equal(
      'stripe version=2026-10-28.endive types=allowed_payment_method_types cards=sources',
    );
  });

  const cases: ReadonlyArray<
    readonly [
      situation: string,
      apiVersion: string,
      options: Parameters<typeof run>[1],
      expected: ReadonlyArray<unknown>,
    ]
  > = [
    [
      'a first call, in the version of the options',
      '2026-09-30.endive',
      { idempotencyKey: 'k' },
      ['2026-09-30.endive', ['allowed_payment_method_types[0]']],
    ],
    [
      'a repetition of a call of another version, as that was',
      '2026-09-30.endive',
      { idempotencyKey: 'k', inDoubtSince: 1, requestFormat: writeRequestFormat(dahlia) },
      ['2026-08-26.dahlia', ['payment_method_types[0]']],
    ],
    [
      'a repetition of a newer version, as that was',
      '2026-08-26.dahlia',
      {
        idempotencyKey: 'k',
        inDoubtSince: 1,
        requestFormat:
          'stripe version=2026-09-30.endive types=allowed_payment_method_types cards=sources',
      },
      ['2026-09-30.endive', ['allowed_payment_method_types[0]']],
    ],
    [
      'a repetition that came with no format, as Pasarela 0.1 sent it',
      '2026-08-26.dahlia',
      { idempotencyKey: 'k', inDoubtSince: 1 },
      ['2026-10-28.endive', ['allowed_payment_method_types[0]']],
    ],
    [
      'a repetition with a format of something else, as today',
      '2026-08-26.dahlia',
      { idempotencyKey: 'k', inDoubtSince: 1, requestFormat: 'memory' },
      ['2026-08-26.dahlia', ['payment_method_types[0]']],
    ],
  ];

  for (const [situation, apiVersion, options, expected] of cases) {
    it(`is, for ${situation}`, async () => {
      await run(stripe.processor([ok(reply)], { apiVersion }), options)();
      expect(seen()).to.deep.equal(expected);
    });
  }
});
