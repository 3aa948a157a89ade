import { describeAttacks } from './support/describe-attacks.js';
import { paymentAttacks } from './support/payment-attacks.js';
import { useTarget } from './support/use-target.js';

describe('hostile payments', () => {
  const { target } = useTarget();
  for (const [title, cases] of Object.entries(paymentAttacks))
    describeAttacks(title, target, cases);
});
