import * as E from 'fp-ts/lib/Either.js';
import { type CheckoutCustomer, engineOperations } from '../../simulator/index.js';
import type { Account } from '../../simulator/server.js';

const succeeds = (act: () => unknown): boolean => {
  try {
    act();
    return true;
  } catch {
    // There is no such object in this account, or it does not wait for this.
    return false;
  }
};

const waitsForCustomer = ({ engine }: Account, payment_intent: string): boolean => {
  const found = engine.control(engineOperations.retrieveIntent, { payment_intent });
  return E.isRight(found) && found.right.status === 'requires_action';
};

const intentOfSession = ({ engine }: Account, session: string): string => {
  const found = engine.control(engineOperations.retrieveCheckoutSession, { session });
  return (E.isRight(found) ? found.right.payment_intent : null) ?? '';
};

/**
 * The customer fills in the page of a checkout session, and passes or fails 3D Secure. Returns false where there is nothing to
 * fill in or pass.
 */
export const endChallenge = (
  account: Account,
  payment: string,
  ends: 'approved' | 'refused',
  customer: CheckoutCustomer,
): boolean => {
  const { controls } = account.processor;
  const isSession = payment.startsWith('cs_');
  const submits = isSession && !waitsForCustomer(account, intentOfSession(account, payment));
  const submitted = submits && succeeds(() => controls.completeCheckout(payment, customer));
  const intent = isSession ? intentOfSession(account, payment) : payment;
  const ended = succeeds(() =>
    ends === 'approved' ? controls.completeChallenge(intent) : controls.failChallenge(intent),
  );
  return submitted || ended;
};
