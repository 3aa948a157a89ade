import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type CallOptions,
  processorChanges,
} from '../../../../src/application/ports/payment-processor.js';
import type { ProcessorError } from '../../../../src/domain/payment-error.js';
import { keysOf } from '../../../support/json/keys-of.js';
import { calls } from './support/calls.js';
import { left } from './support/outcomes.js';
import { ok, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

const withheld: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'not_done',
  cause: new Error('the key belongs to another request'),
};

/** Allows so many attempts. */
const allowing = (attempts: number) => {
  const state = { asked: 0 };
  const options: CallOptions = {
    idempotencyKey: 'order 42',
    beforeAttempt: async () => {
      state.asked += 1;
      return state.asked > attempts ? E.left(withheld) : E.right(undefined);
    },
  };
  return { state, options };
};

describe('the check before each attempt of the Stripe adapter', () => {
  const stripe = useScriptedStripe();
  const changing = () => stripe.seen().filter(({ method }) => method !== 'GET');

  for (const name of keysOf(processorChanges)) {
    it(`${name} is not sent when it may not be`, async () => {
      const { options } = allowing(0);
      const processor = stripe.processor([ok(calls[name].reply)]);
      expect(left(await calls[name].run(processor, options)())).to.equal(withheld);
      expect(changing()).to.deep.equal([]);
    });

    it(`${name} is not repeated when it may not be, and its outcome is unknown`, async () => {
      const { state, options } = allowing(1);
      const processor = stripe.processor(['reset']);
      expect(left(await calls[name].run(processor, options)())).to.deep.include({
        _tag: 'ProcessorUnavailable',
        outcome: 'unknown',
      });
      expect([state.asked, changing().length]).to.deep.equal([2, 1]);
    });
  }

  it('gives the place of a call back that was not sent', async () => {
    const processor = stripe.processor([ok(wire.refund)], { maxCalls: 1, maxWaitingCalls: 1 });
    left(await calls.createRefund.run(processor, allowing(0).options)());
    const sent = await calls.createRefund.run(processor, allowing(1).options)();
    expect(sent).to.deep.equal(E.right(wire.refund));
  });

  it('runs when the call has its place, not before', async () => {
    const sentBefore: Array<number> = [];
    const processor = stripe.processor([ok(wire.refund)], { maxCalls: 1 });
    const refund = calls.createRefund.run(processor, {
      idempotencyKey: 'order 42',
      beforeAttempt: TE.fromIO(() => {
        sentBefore.push(stripe.seen().length);
      }),
    });
    await Promise.all([refund(), refund(), refund()]);
    expect(sentBefore).to.deep.equal([0, 1, 2]);
  });
});
