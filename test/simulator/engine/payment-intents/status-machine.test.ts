import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  type PaymentIntentStatus,
  paymentIntentStatuses,
} from '../../../../src/domain/objects/payment-intent.js';
import {
  type IntentTrigger,
  intentTransitions,
  nextIntentStatus,
} from '../../../../src/simulator/engine/payment-intents/status-machine.js';

const pm = 'requires_payment_method';
const conf = 'requires_confirmation';
const act = 'requires_action';
const proc = 'processing';
const cap = 'requires_capture';
const done = 'succeeded';
const gone = 'canceled';
const no = null;

// Columns: from requires_payment_method, requires_confirmation, requires_action, processing, requires_capture,
// succeeded, canceled.
const table: Record<IntentTrigger, ReadonlyArray<PaymentIntentStatus | null>> = {
  terms_changed: [pm, conf, act, no, no, no, no],
  payment_method_supplied: [conf, conf, conf, no, no, no, no],
  confirm_approved: [no, done, done, no, no, no, no],
  confirm_authorized: [no, cap, cap, no, no, no, no],
  confirm_declined: [no, pm, pm, no, no, no, no],
  confirm_requires_action: [no, act, act, no, no, no, no],
  confirm_processing: [no, proc, proc, no, no, no, no],
  challenge_passed_manual: [no, no, conf, no, no, no, no],
  challenge_passed_approved: [no, no, done, no, no, no, no],
  challenge_passed_authorized: [no, no, cap, no, no, no, no],
  challenge_passed_declined: [no, no, pm, no, no, no, no],
  challenge_passed_processing: [no, no, proc, no, no, no, no],
  challenge_failed: [no, no, pm, no, no, no, no],
  challenge_dropped: [no, no, conf, no, no, no, no],
  settle: [no, no, no, done, no, no, no],
  settle_authorized: [no, no, no, cap, no, no, no],
  fail: [no, no, no, pm, no, no, no],
  capture: [no, no, no, no, done, no, no],
  cancel: [gone, gone, gone, gone, gone, no, no],
  expire: [no, no, no, no, gone, no, no],
};

const isTrigger = (name: string): name is IntentTrigger => name in intentTransitions;

describe('the state machine of a payment intent', () => {
  it('has the seven statuses', () => {
    expect(paymentIntentStatuses).to.deep.equal([pm, conf, act, proc, cap, done, gone]);
  });

  for (const trigger of Object.keys(intentTransitions).filter(isTrigger)) {
    for (const [column, status] of paymentIntentStatuses.entries()) {
      const next = table[trigger][column] ?? null;
      it(`${status}, ${trigger}: ${next ?? 'refused'}`, () => {
        const result = nextIntentStatus(status, trigger);
        expect(E.isRight(result) ? result.right : null).to.equal(next);
        if (E.isLeft(result)) {
          const allowed = paymentIntentStatuses.filter(
            (_, other) => table[trigger][other] !== null,
          );
          expect(result.left).to.include({ status, trigger });
          expect(result.left.allowed).to.have.members(allowed);
        }
      });
    }
  }
});
