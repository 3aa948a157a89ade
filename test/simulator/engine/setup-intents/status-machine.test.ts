import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { SetupIntentObject } from '../../../../src/simulator/engine/objects/setup-intent.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import {
  moveSetupIntent,
  type SetupTrigger,
  setupTransitions,
} from '../../../../src/simulator/engine/setup-intents/status-machine.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

const pm = 'requires_payment_method';
const conf = 'requires_confirmation';
const act = 'requires_action';
const done = 'succeeded';
const gone = 'canceled';
const no = null;

const statuses = [pm, conf, act, done, gone] as const;

// Columns: from requires_payment_method, requires_confirmation, requires_action, succeeded, canceled.
const table: Record<SetupTrigger, ReadonlyArray<SetupIntentObject['status'] | null>> = {
  payment_method_supplied: [conf, conf, conf, no, no],
  confirm_succeeded: [no, done, done, no, no],
  confirm_failed: [no, pm, pm, no, no],
  confirm_requires_action: [no, act, act, no, no],
  challenge_passed: [no, no, done, no, no],
  challenge_failed: [no, no, pm, no, no],
  cancel: [gone, gone, gone, no, no],
};

const isTrigger = (name: string): name is SetupTrigger => name in setupTransitions;

describe('the state machine of a setup intent', () => {
  const { engine } = openShop();
  const intent = right(engine.call(engineOperations.createSetupIntent, {}));

  for (const trigger of Object.keys(setupTransitions).filter(isTrigger)) {
    for (const [column, status] of statuses.entries()) {
      const next = table[trigger][column] ?? null;
      it(`${status}, ${trigger}: ${next ?? 'refused'}`, () => {
        const moved = moveSetupIntent({ ...intent, status }, trigger);
        expect(E.isRight(moved) ? moved.right.status : null).to.equal(next);
        if (E.isLeft(moved)) {
          expect(moved.left).to.have.nested.include({
            status: 400,
            'error.code': 'setup_intent_unexpected_state',
            'error.setup_intent.status': status,
          });
        }
      });
    }
  }
});
