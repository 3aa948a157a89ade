import { bodyAttacks } from './support/body-attacks.js';
import { describeAttacks } from './support/describe-attacks.js';
import { useTarget } from './support/use-target.js';

describe('hostile bodies', () => {
  const { target } = useTarget();
  for (const [title, cases] of Object.entries(bodyAttacks)) describeAttacks(title, target, cases);
});
