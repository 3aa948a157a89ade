import { expect } from 'chai';
import { createPayments, isPaymentError } from '../../../src/index.js';
import { createMemoryProcessor, type MemoryControls } from '../../../src/memory.js';

/** Control calls with a wrong argument, also as untyped JavaScript makes them, and the message that they throw. */
const mistakes: ReadonlyArray<
  readonly [control: (controls: MemoryControls) => unknown, message: RegExp]
> = [
  [
    ({ completeChallenge }) => completeChallenge('typo'),
    /^id must be the id of a payment intent \(pi_\.\.\.\) or a setup intent \(seti_\.\.\.\), not 'typo'$/,
  ],
  [({ completeChallenge }) => completeChallenge('pi_typo'), /^No such payment_intent: 'pi_typo'$/],
  [({ failChallenge }) => failChallenge('seti_typo'), /^No such setupintent: 'seti_typo'$/],
  [
    ({ failChallenge }) => failChallenge(JSON.parse('{"id":"pi_1"}')),
    /^id must be the id of a payment intent \(pi_\.\.\.\) or a setup intent \(seti_\.\.\.\), not an object$/,
  ],
  [
    ({ settle }) => settle(JSON.parse('null')),
    /^id must be the id of a payment intent \(pi_\.\.\.\), a refund \(re_\.\.\.\), a dispute \(du_\.\.\.\) or a payout \(po_\.\.\.\), not null$/,
  ],
  [({ fail }) => fail('4242424242424242'), /, not '\[number\]'$/],
  [
    ({ failNext }) => failNext(JSON.parse('{"on": "confrim", "with": "rate_limit"}')),
    /^on must be one of tokenize, attach, create, confirm, capture, cancel, refund, any, or a function of the processor such as confirmPaymentIntent, not 'confrim'$/,
  ],
  [
    ({ failNext }) => failNext(JSON.parse('{"on": "completeChallenge", "with": "rate_limit"}')),
    /^on must be one of .*, not 'completeChallenge'$/,
  ],
  [
    ({ failNext }) => failNext(JSON.parse('{"on": "any", "with": "flood"}')),
    /^with must be one of rate_limit, server_error, unreachable, timeout_before, timeout_after, cut_short, processing, \{ decline: '<code>' \} or \{ delay: milliseconds \}, not 'flood'$/,
  ],
  [
    ({ failNext }) => failNext(JSON.parse('{"on": "any"}')),
    /^with must be one of .*, not undefined$/,
  ],
  [({ failNext }) => failNext(JSON.parse('{"on": "any", "with": null}')), /, not null$/],
  [
    ({ failNext }) => failNext({ on: 'any', with: { decline: 'bogus' } }),
    /^with\.decline must be one of .*stop_payment_order.*insufficient_funds.*lost_card.*, not 'bogus'$/,
  ],
  [({ failNext }) => failNext(JSON.parse('{"on": "any", "with": {"decline": 1}}')), /, not 1$/],
  ...[0, -1, 1.5, 600_001, Number.NaN].map(
    (delay) =>
      [
        ({ failNext }: MemoryControls) => failNext({ on: 'any', with: { delay } }),
        /^with\.delay must be a whole number of milliseconds from 1 to 600000, not /,
      ] as const,
  ),
  [
    ({ failNext }) => failNext({ on: 'any', with: 'rate_limit', times: 0 }),
    /^times must be a positive integer, not 0$/,
  ],
  [
    ({ failNext }) => failNext(JSON.parse('"rate_limit"')),
    /^A failure plan must be \{ on, with, times\? \}, not 'rate_limit'$/,
  ],
  [
    ({ failNext }) => failNext({ on: 'refund', with: 'processing' }),
    /^on must be one of create, confirm, any for with: 'processing', not 'refund'$/,
  ],
  [({ events }) => events({ limit: -1 }), /^Invalid limit: must be between 1 and 100$/],
  [
    ({ restore }) => restore(JSON.parse('{}')),
    /^not a snapshot of the in-memory processor: pass the result of snapshot\(\)$/,
  ],
  ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15].map(
    (seconds) =>
      [
        ({ clock }: MemoryControls) => clock.advance(seconds),
        /^seconds must be a whole number from 0 to 3155760000 \(100 years in all\), not /,
      ] as const,
  ),
  [({ clock }) => clock.advance(JSON.parse('"60"')), /, not '60'$/],
];

describe('a control call with a wrong argument', () => {
  for (const [control, message] of mistakes) {
    it(`throws, and changes nothing: ${String(message)}`, async () => {
      const processor = createMemoryProcessor({ seed: 1, clock: () => 1_780_000_000 });
      const payments = createPayments({ processor });
      const before = processor.controls.snapshot();
      let wentOn = false;
      const theirs = async () => {
        control(processor.controls);
        wentOn = true;
        await payments.createCustomer({ email: 'ana@example.com', name: 'Ana', phone: '600' });
      };
      const caught: unknown = await theirs().then(
        () => null,
        (error: unknown) => error,
      );
      if (!isPaymentError(caught)) throw new Error('no payment error was thrown');
      expect(caught.message).to.match(message);
      expect(caught).to.include({ name: 'PaymentError', _tag: 'ProcessorRefused' });
      expect(wentOn).to.equal(false);
      expect(processor.controls.snapshot()).to.deep.equal(before);
    });
  }
});
