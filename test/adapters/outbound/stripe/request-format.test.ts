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
import { ok, useScriptedStripe } from './support/use-scripted-stripe.js';

const dahlia: RequestFormat = {
  apiVersion: '2026-08-26.dahlia',
  types: 'payment_method_types',
  cards: 'sources',
  metadata: 'none',
};
const endive: RequestFormat = {
  apiVersion: '2026-10-28.endive',
  types: 'allowed_payment_method_types',
  cards: 'payment_methods',
  metadata: 'pasarela_key',
};

// Stores contain these texts: if one is read differently, a request is repeated in another format.
const written: ReadonlyArray<readonly [text: string, format: RequestFormat]> = [
  [
    'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources metadata=none',
    dahlia,
  ],
  [
    'stripe version=2026-10-28.endive types=allowed_payment_method_types cards=payment_methods metadata=pasarela_key',
    endive,
  ],
  [
    'stripe version=2022-11-15 types=payment_method_types cards=payment_methods metadata=none',
    {
      apiVersion: '2022-11-15',
      types: 'payment_method_types',
      cards: 'payment_methods',
      metadata: 'none',
    },
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
  'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources metadata=later',
  'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources toString=1',
];

describe('the format of requests to Stripe', () => {
  for (const [text, format] of written) {
    it(`is written as: ${text}`, () => {
      expect(writeRequestFormat(format)).to.equal(text);
      expect(readRequestFormat(text)).to.deep.equal(O.some(format));
    });
  }

  for (const text of foreign) {
    it(`is not read from ${JSON.stringify(text)}: a repeated call uses the current format`, () => {
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
    it(`restricts an intent to cards with ${param} in ${version}`, () => {
      expect(typesParamOf(version)).to.equal(param);
    });
  }

  it('has no metadata in a text that is older than this field', () => {
    const text = 'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources';
    expect(readRequestFormat(text)).to.deep.equal(O.some(dahlia));
  });

  const stripe = useScriptedStripe();
  const { run, reply } = calls.createPaymentIntent;

  const seen = () => {
    const { headers, form = {} } = stripe.seen()[0] ?? {};
    return [
      headers?.['stripe-version'],
      Object.keys(form).filter((name) => name.includes('payment_method_types')),
    ];
  };

  it('is reported by the adapter', () => {
    const apiVersion = '2026-10-28.endive';
    expect(stripe.processor([]).requestFormat).to.equal(
      'stripe version=2026-08-26.dahlia types=payment_method_types cards=sources metadata=pasarela_key',
    );
    expect(stripe.processor([], { apiVersion }).requestFormat).to.equal(
      'stripe version=2026-10-28.endive types=allowed_payment_method_types cards=sources metadata=pasarela_key',
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

  for (const [apiVersion, param] of [
    ['2026-08-26.dahlia', 'payment_method_types[0]'],
    ['2026-09-30.endive', 'allowed_payment_method_types[0]'],
  ] as const) {
    it(`restricts a setup intent to cards with ${param} in ${apiVersion}`, async () => {
      const setup = calls.createSetupIntent;
      await setup.run(stripe.processor([ok(setup.reply)], { apiVersion }))();
      expect(seen()).to.deep.equal([apiVersion, [param]]);
    });
  }

  const creations = [
    'createPaymentIntent',
    'createSetupIntent',
    'createRefund',
    'createCustomer',
  ] as const;
  const carried = 'metadata[pasarela_key]';

  for (const name of creations) {
    const metadataSent = async (options?: Parameters<typeof run>[1]) => {
      await calls[name].run(stripe.processor([ok(calls[name].reply)]), options)();
      return stripe.seen().at(-1)?.form[carried];
    };

    it(`${name} sends the caller's idempotency key in the metadata, and no other`, async () => {
      expect(await metadataSent({ idempotencyKey: 'order-42' })).to.equal('order-42');
      const longest = 'k'.repeat(255);
      expect(await metadataSent({ idempotencyKey: longest })).to.equal(longest);
      expect(await metadataSent(), 'one of this run').to.equal(undefined);
    });

    it(`${name} repeats a call without metadata without metadata`, async () => {
      const repeated = { idempotencyKey: 'order-42', inDoubtSince: 1 };
      expect(await metadataSent(repeated), 'Pasarela 0.1').to.equal(undefined);
      const requestFormat = writeRequestFormat(dahlia);
      expect(await metadataSent({ ...repeated, requestFormat })).to.equal(undefined);
      const carrying = writeRequestFormat(endive);
      expect(await metadataSent({ ...repeated, requestFormat: carrying })).to.equal('order-42');
    });
  }

  it('a repeated call sends the same bytes as the first', async () => {
    const processor = stripe.processor(['reset', ok(reply)]);
    const options = { idempotencyKey: 'order-42' };
    await run(processor, options)();
    const requestFormat = String(processor.requestFormat);
    await run(processor, { ...options, inDoubtSince: 1, requestFormat })();
    const bodies = stripe.seen().map(({ raw }) => raw);
    expect(bodies).to.have.lengthOf(3);
    expect(new Set(bodies).size).to.equal(1);
  });
});
