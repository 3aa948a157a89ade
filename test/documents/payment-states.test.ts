import { expect } from 'chai';
import { createPayments, type Payments } from '../../src/index.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { pages } from './pages.js';

type Confirmation = 'manual' | 'automatic';

const diagram =
  pages
    .find(({ file }) => file === 'docs/use-cases.md')
    ?.blocks.find(({ info, text }) => info === 'mermaid' && text.startsWith('stateDiagram'))
    ?.text ?? '';

const drawn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^ *(\S+) --> (\w+)/gm)].map(([, from = '', to = '']) => `${from} ${to}`);

/** The changes of status that payments make when customers and shops do all that the diagram tells of. */
const observed = async (confirmationMethod: Confirmation): Promise<ReadonlyArray<string>> => {
  const processor = createMemoryProcessor();
  const payments: Payments = createPayments({ processor, confirmationMethod });
  const { controls } = processor;
  const { id: customer } = await payments.createCustomer({
    email: 'ada@example.com',
    name: 'Ada',
    phone: '+34600000000',
  });
  const seen = new Set<string>();

  type Step = (payment_intent: string) => unknown;
  const confirm =
    (payment_method?: string): Step =>
    (payment_intent) =>
      payments
        .confirmPayment({ payment_intent, ...(payment_method && { payment_method }) })
        .catch(() => undefined);
  const processing: Step = (id) => {
    controls.failNext({ on: 'confirm', with: 'processing' });
    return confirm()(id);
  };
  const capture: Step = (payment_intent) => payments.capturePayment({ payment_intent });
  const cancel: Step = (payment_intent) => payments.cancelPayment({ payment_intent });
  const plain = { customer, amount: '19.99', payment_method: 'pm_card_visa' };
  const play = async (
    create: Parameters<Payments['createPaymentIntent']>[0],
    ...steps: ReadonlyArray<Step>
  ): Promise<void> => {
    const { id, status } = await payments.createPaymentIntent(create);
    let before: string = status;
    seen.add(`[*] ${before}`);
    for (const step of steps) {
      // oxlint-disable-next-line no-await-in-loop
      await step(id);
      // oxlint-disable-next-line no-await-in-loop
      const after = (await payments.getPayment({ payment_intent: id })).status;
      if (after !== before) seen.add(`${before} ${after}`);
      before = after;
    }
  };

  const declined = confirm('pm_card_visa_chargeDeclined');
  const guarded = confirm('pm_card_authenticationRequired');
  const passed: Step = (id) => controls.completeChallenge(id);
  const failed: Step = (id) => controls.failChallenge(id);
  await play(plain, confirm());
  await play(plain, cancel);
  await play(plain, declined, confirm('pm_card_visa'));
  await play(plain, declined, guarded);
  await play(plain, declined, cancel);
  await play(plain, guarded, passed, confirm());
  await play(plain, guarded, failed);
  await play(plain, guarded, cancel);
  await play(plain, processing, (id) => controls.settle(id));
  await play(plain, processing, (id) => controls.fail(id));
  const held = { ...plain, capture_method: 'manual' } as const;
  await play(held, confirm(), capture);
  await play(held, confirm(), cancel);
  return [...seen];
};

describe('the states of a payment in docs/use-cases.md', () => {
  it('are those of payments with manual confirmation', async () => {
    expect(drawn(diagram)).to.have.members(await observed('manual'));
  });

  it('differ with automatic confirmation after 3D Secure alone, as the text says', async () => {
    const again = 'requires_action requires_confirmation';
    const automatic = drawn(diagram).filter((change) => change !== again);
    expect(await observed('automatic')).to.have.members([
      ...automatic,
      'requires_action succeeded',
    ]);
  });
});
