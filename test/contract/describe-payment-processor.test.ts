import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describePaymentProcessor } from '../../src/contract.js';
import { MinorUnits } from '../../src/domain/money/money.js';
import type { PaymentIntent } from '../../src/index.js';
import { decoded } from '../support/inputs/decoded.js';
import { recordingFramework } from './support/recording-framework.js';
import {
  createRedirectProcessor,
  type RedirectProcessor,
  redirectContract,
} from './support/redirect-processor.js';

type Broken = {
  readonly defect: string;
  readonly break: (sound: RedirectProcessor) => Partial<RedirectProcessor>;
  /** Clauses that must fail, by their names. */
  readonly fails: ReadonlyArray<string>;
  /** Must match the message of the first of them. */
  readonly says: RegExp;
};

const onIntents =
  (change: (intent: PaymentIntent) => PaymentIntent) =>
  (sound: RedirectProcessor): Partial<RedirectProcessor> => ({
    createPaymentIntent: (...args) => pipe(sound.createPaymentIntent(...args), TE.map(change)),
    retrievePaymentIntent: (...args) => pipe(sound.retrievePaymentIntent(...args), TE.map(change)),
    confirmPaymentIntent: (...args) => pipe(sound.confirmPaymentIntent(...args), TE.map(change)),
    cancelPaymentIntent: (...args) => pipe(sound.cancelPaymentIntent(...args), TE.map(change)),
  });

const brokenProcessors: ReadonlyArray<Broken> = [
  {
    defect: 'takes the redirect for the payment',
    break: onIntents((intent) =>
      intent.status === 'requires_action' ? { ...intent, status: 'succeeded' } : intent,
    ),
    fails: [
      'confirmPaymentIntent names the next action of the customer, and charges nothing before it',
      'cancelPaymentIntent cancels an intent in requires_action',
    ],
    says: /nothing is charged before the customer has acted/,
  },
  {
    defect: 'takes a refusal for an approval',
    break: onIntents((intent) =>
      intent.status === 'requires_payment_method' ? { ...intent, status: 'succeeded' } : intent,
    ),
    fails: [
      'a payment that the customer refuses is not charged, and needs another payment method or is canceled',
    ],
    says: /a payment that the customer refused does not succeed/,
  },
  {
    defect: 'forgets where the customer returns',
    break: (sound) => ({
      confirmPaymentIntent: ({ payment_intent }, options) =>
        sound.confirmPaymentIntent({ payment_intent }, options),
    }),
    fails: ['confirmPaymentIntent with a return_url returns the page to redirect the customer to'],
    says: /the customer returns to the return_url/,
  },
  ...['redirect_to_url', 'post_form', 'await_customer'].map((type) => ({
    defect: `names the action ${type} without its details`,
    break: onIntents((intent) =>
      intent.status === 'requires_action' ? { ...intent, next_action: { type } } : intent,
    ),
    fails: ['the next action has its details in the field that its type names'],
    says: new RegExp(`a next_action of the type ${type} has the field ${type}`),
  })),
  {
    defect: 'sends the form to no address',
    break: onIntents((intent) =>
      intent.status === 'requires_action'
        ? { ...intent, next_action: { type: 'post_form', post_form: { url: '', fields: {} } } }
        : intent,
    ),
    fails: ['the next action has its details in the field that its type names'],
    says: /post_form has a URL/,
  },
  {
    defect: 'calls an operation unsupported that its features promise',
    break: (sound) => ({
      confirmPaymentIntent: (input, options) =>
        input.return_url === undefined
          ? sound.confirmPaymentIntent(input, options)
          : TE.left({
              _tag: 'UnsupportedOperation',
              operation: 'confirmPaymentIntent',
              feature: 'redirects',
            }),
    }),
    fails: ['confirmPaymentIntent with a return_url returns the page to redirect the customer to'],
    says: /UnsupportedOperation names a feature that the processor lacks, but it has redirects/,
  },
  {
    defect: 'sends major units',
    break: onIntents((intent) => ({ ...intent, amount: Math.floor(intent.amount / 100) })),
    fails: [
      'createPaymentIntent keeps the exact amount, in minor units',
      'createPaymentIntent returns an intent in requires_confirmation',
    ],
    says: /the amount is in minor units and unchanged/,
  },
  {
    defect: 'does not name the charge of a paid order',
    break: onIntents(({ latest_charge: _charge, ...intent }) => intent),
    fails: ['createRefund without an amount refunds the whole charge'],
    says: /a paid intent names its charge in latest_charge/,
  },
  {
    defect: 'reports an unknown order in words of its own',
    break: (sound) => ({
      retrievePaymentIntent: (input) =>
        pipe(
          sound.retrievePaymentIntent(input),
          TE.mapLeft((error) =>
            error._tag === 'ProcessorRefused' ? { ...error, code: 'SIS0054' } : error,
          ),
        ),
    }),
    fails: ['retrievePaymentIntent does not find an unknown intent'],
    says: /resource_missing/,
  },
  {
    defect: 'refunds the whole order whatever was asked',
    break: (sound) => ({
      createRefund: ({ charge }, options) => sound.createRefund({ charge }, options),
    }),
    fails: ['createRefund refuses more than the charge'],
    says: /must fail with ProcessorRefused/,
  },
  {
    defect: 'refunds an order twice',
    break: (sound) => {
      let again = 0;
      return {
        createRefund: (input, options) =>
          pipe(
            sound.createRefund(input, options),
            TE.orElse((error) => {
              again += 1;
              return error._tag === 'ProcessorRefused' && error.code === 'wrong_state'
                ? TE.right({
                    id: `RFAGAIN0000${again}`,
                    object: 'refund' as const,
                    amount: decoded(MinorUnits, 1999),
                    currency: 'eur',
                    created: 1,
                    status: 'succeeded',
                  })
                : TE.left(error);
            }),
          ),
      };
    },
    fails: [
      'createRefund refuses an already refunded charge',
      'concurrent refunds never exceed the charge',
    ],
    says: /must fail with ProcessorRefused/,
  },
  {
    defect: 'drops metadata',
    break: onIntents(({ metadata: _metadata, ...intent }) => intent),
    fails: ['createPaymentIntent keeps metadata'],
    says: /metadata is kept unchanged/,
  },
  {
    defect: 'drops the order number',
    break: (sound) => ({
      createPaymentIntent: (...args) =>
        pipe(
          sound.createPaymentIntent(...args),
          TE.map((intent) => ({ ...intent, order_number: undefined })),
        ),
    }),
    fails: ["createPaymentIntent returns the processor's whole object"],
    says: /must keep order_number/,
  },
  {
    defect: 'forgets idempotency keys',
    break: (sound) => ({
      createPaymentIntent: (input) => sound.createPaymentIntent(input),
      confirmPaymentIntent: (input) => sound.confirmPaymentIntent(input),
      cancelPaymentIntent: (input) => sound.cancelPaymentIntent(input),
      createRefund: (input) => sound.createRefund(input),
    }),
    fails: [
      'createPaymentIntent with a repeated key charges once',
      'confirmPaymentIntent with a repeated key charges once',
      'cancelPaymentIntent with a repeated key returns the canceled intent again',
      'createRefund with a repeated key refunds once',
      'a key with other input is refused, and nothing is done',
      'cancelPaymentIntent after answer_lost is done once when its key is repeated',
    ],
    says: /repeated key returns the first answer/,
  },
  {
    defect: 'reports a lost answer as not done',
    break: (sound) => ({
      createRefund: (...args) =>
        pipe(
          sound.createRefund(...args),
          TE.mapLeft((error) =>
            error._tag === 'ProcessorUnavailable'
              ? { ...error, outcome: 'not_done' as const }
              : error,
          ),
        ),
    }),
    fails: ['createRefund after answer_lost is done once when its key is repeated'],
    says: /must not report answer_lost/,
  },
  {
    defect: 'sends the refund before its TaskEither runs',
    break: (sound) => ({
      createRefund: (...args) => {
        const running = sound.createRefund(...args)();
        return () => running;
      },
    }),
    fails: ['createRefund does nothing before its TaskEither runs'],
    says: /does nothing before its TaskEither runs/,
  },
  {
    defect: 'rejects instead of returning an error',
    break: (sound) => ({
      retrieveCharge: (input) => async () => {
        const outcome = await sound.retrieveCharge(input)();
        if (E.isLeft(outcome)) throw new Error('no such operation');
        return outcome;
      },
    }),
    fails: ['retrieveCharge does not find an unknown charge'],
    says: /no such operation/,
  },
  {
    defect: 'finds no payment by its key',
    break: ({ lookUps }) => ({
      lookUps: { ...lookUps, createPaymentIntent: () => TE.right({ _tag: 'Absent' }) },
    }),
    fails: ['lookUps finds a payment by its own key only, and creates none'],
    says: /the payment is found by its key/,
  },
];

const record = (makeProcessor: () => RedirectProcessor) => {
  const { framework, ...recorded } = recordingFramework();
  describePaymentProcessor('recorded', makeProcessor, redirectContract, framework);
  return recorded;
};

describe('describePaymentProcessor, for a processor unlike Stripe', () => {
  it('passes every clause that its features leave, and lists the others by feature', async () => {
    const { passed, failed, skipped } = await record(createRedirectProcessor).run();
    expect(failed).to.deep.equal([]);
    expect(passed.filter((name) => !name.startsWith('left out: ')).length).to.be.greaterThan(60);
    expect(passed.filter((name) => name.startsWith('left out: ')))
      .to.include(
        'left out: 10 clauses about capture (features.capture, features.confirmOnCreation)',
      )
      .and.to.include(
        'left out: 1 clause about declines (features.customers, features.lists, features.confirmOnCreation)',
      )
      .and.to.have.length.greaterThan(10);
    expect(skipped).to.include(
      'a refund that is pending at first succeeds when it is settled [needs controls.settleRefund]',
    );
    for (const name of skipped) {
      expect(name).to.match(/\[needs (?:fixtures|controls|extras)\./);
    }
  });

  for (const { defect, break: broken, fails, says } of brokenProcessors) {
    it(`fails one that ${defect}`, async () => {
      const { run, areasOf } = record(() => {
        const sound = createRedirectProcessor();
        return { ...sound, ...broken(sound) };
      });
      const areas = areasOf(fails);
      const { passed, failed } = await run(({ area }) => areas.has(area));

      expect(failed.map(({ name }) => name)).to.include.members(fails);
      const message = failed.find(({ name }) => name === fails[0])?.message;
      expect(message).to.match(says).and.include(`This rule is broken: ${fails[0]}`);
      expect(passed, 'clauses about other things still pass').not.to.deep.equal([]);
    });
  }

  it('fails one whose features are not those that the suite was told', async () => {
    const { run } = record(() => ({ ...createRedirectProcessor(), features: {} }));
    const { passed, failed } = await run();
    expect(passed).to.deep.equal([]);
    expect(failed[0]?.message).to.include(
      'the suite was told features.customers: false, but the processor has features.customers: true',
    );
  });

  it('has no clause that a processor passes by doing nothing', async () => {
    const nothing = () => TE.left({ _tag: 'Unexpected' as const, cause: 'nothing was done' });
    const { passed } = await record(() => {
      const sound = createRedirectProcessor();
      return {
        ...sound,
        createPaymentIntent: nothing,
        retrievePaymentIntent: nothing,
        confirmPaymentIntent: nothing,
        cancelPaymentIntent: nothing,
        retrieveCharge: nothing,
        createRefund: nothing,
        retrieveRefund: nothing,
        retrieveAccount: nothing(),
      };
    }).run();
    expect(passed.filter((name) => !name.startsWith('left out: '))).to.deep.equal([]);
  });
});
