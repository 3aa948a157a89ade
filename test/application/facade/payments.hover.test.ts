import { expect } from 'chai';
import { openEditor } from '../../support/editor/open-editor.js';

// As in the program of a user, over the declarations of the package.
const program = `import { createPayments, type EventOf, type KnownEventType, type ProcessorWithout, type PromisePayments } from './src/index.js';
import { createMemoryProcessor } from './src/memory.js';
const payments = createPayments({ processor: createMemoryProcessor() });
payments.createCustomer({ email: 'ada@example.com', name: 'Ada', phone: '1' });
payments.createPaymentIntent({ customer: 'cus_1', amount: '19.99', payment_method: 'pm_1' });
payments.createPaymentIntent({ customer: 'cus_1', amount_minor: 1999, payment_method: 'pm_1' });
payments.createPaymentIntent({ amount: '19.99', payment_methods: ['card', 'bizum'] });
payments.createPaymentIntent({ amount_minor: 1999, payment_methods: 'automatic', customer: 'cus_1', confirm: false });
payments.createPaymentIntent({ amount: '19.99', payment_methods: 'automatic', confirm: true, confirmation_token: 'ctoken_1', mandate: { ip_address: '::1', user_agent: 'Firefox' } });
payments.createSetupIntent({ customer: 'cus_1', payment_method: 'pm_1', confirm: true });
payments.createSetupIntent({ payment_methods: ['sepa_debit'], confirm: true, confirmation_token: 'ctoken_1' });
payments.confirmPayment({ payment_intent: 'pi_1', confirmation_token: 'ctoken_1' });
payments.confirmPayment({ payment_intent: 'pi_1', payment_method: 'pm_1' });
payments.refundCharge({ charge: 'ch_1', reason: 'duplicate' });
payments.refundCharge({ charge: 'ch_1', amount: '5' }, { processorIdempotencyKey: 'order-42' });
payments.taskEither.capturePayment({ payment_intent: 'pi_1' });
payments.taskEither.cancelPayment({ payment_intent: 'pi_1', cancellation_reason: 'abandoned' });
payments.withIdempotencyKey('order-42', { scope: 'open' }).refundCharge({ charge: 'ch_1' });
payments.withIdempotencyKey('order-42').taskEither.refundCharge({ charge: 'ch_1', amount_minor: 1 });
const bank = createPayments({ processor: {} as ProcessorWithout<'customers' | 'savedCards' | 'cardTokens' | 'methodChoice'> });
bank.createPaymentIntent({ amount: '19.99', description: 'Order 42', confirm: true });
bank.taskEither.createPaymentIntent({ amount_minor: 1999 });
bank.withIdempotencyKey('order-42').createPaymentIntent({ amount: '19.99' });
bank.withIdempotencyKey('order-42').taskEither.createPaymentIntent({ amount: '19.99' });
const page = createPayments({ processor: {} as ProcessorWithout<'customers' | 'savedCards'> });
page.createPaymentIntent({ amount: '19.99', payment_method: 'pm_1' });
const paid = await payments.getPayment({ payment_intent: 'pi_1' });
const [charge] = paid.charges?.data ?? [];
const refund = await payments.refundCharge({ charge: 'ch_1' });
const customer = await payments.getCustomer({ customer: 'cus_1' });
const [stored] = (await payments.listEvents()).data;
export const seen = [
  paid.amount,
  paid.next_action?.redirect_to_url?.url,
  paid.shipping?.address?.city,
  charge?.status,
  refund.reason,
  customer.email,
  stored?.received_at,
];
payments.on('charge.refunded', ({ data }) => void data.object.amount_refunded);
payments.on('customer.created', ({ data }) => void data.object.email);
export type Results = { readonly [N in keyof PromisePayments]: Awaited<ReturnType<PromisePayments[N]>> };
export type Events = EventOf<KnownEventType>;
`;

const mistakes = [
  "payments.createPaymentIntent({ amount: '19.99', payment_method: 'pm_1' });",
  "payments.createPaymentIntent({ amount: '19.99', payment_methods: ['card'], payment_method: 'pm_1' });",
  "payments.createPaymentIntent({ amount: '19.99', payment_methods: ['card'], off_session: true });",
  "payments.createPaymentIntent({ amount: '19.99', payment_methods: ['card'], confirm: true });",
  "payments.createPaymentIntent({ amount: '19.99', payment_methods: ['card'], confirmation_token: 'ctoken_1' });",
  "payments.createPaymentIntent({ amount: '19.99', confirm: true, confirmation_token: 'ctoken_1' });",
  "payments.createPaymentIntent({ payment_methods: ['card'] });",
  "payments.createPaymentIntent({ amount: '19.99', payment_methods: 'card' });",
  "payments.createSetupIntent({ payment_method: 'pm_1' });",
  "payments.createSetupIntent({ payment_methods: ['card'], payment_method: 'pm_1' });",
  "payments.confirmPayment({ payment_intent: 'pi_1', payment_method: 'pm_1', confirmation_token: 'ctoken_1' });",
  "bank.createPaymentIntent({ amount: '19.99', payment_methods: ['card'] });",
  "page.createPaymentIntent({ amount: '19.99' });",
  "bank.createPaymentIntent({ amount: '19.99', customer: 'cus_1' });",
  'bank.createPaymentIntent({ confirm: true });',
  "bank.createPaymentIntent({ amount: '19.99', amount_minor: 1999 });",
];
const written = `${program}${mistakes.join('\n')}`;

const { hoverAt, fieldsOf, problems } = openEditor(written);

describe('an editor', () => {
  it('finds the mistakes, and no error in the lines before them', () => {
    expect([...new Set(problems().map(({ line }) => line))]).to.deep.equal(mistakes);
  });

  for (const line of program.split('\n')) {
    const start = program.indexOf(line);
    for (const { 0: name, index: column } of line.matchAll(
      /\w+(?=: )|\w+(?=\(\{ (?!processor))|(?<=[\w?][.])\w+(?=,$|\);$)/gu,
    )) {
      it(`documents ${name} in ${line}`, () => {
        expect(hoverAt(start + column).documentation).to.match(/^[A-Z].{9}/u);
      });
    }
  }

  it('shows the fields of an input, and no names of our types', () => {
    const { signature } = hoverAt(program.indexOf('refundCharge'));
    expect(signature).to.include('readonly reason?: "duplicate"');
    expect(signature).to.include('readonly amount_minor: number');
    expect(signature).not.to.match(/Field|Input</u);
  });

  const tables: ReadonlyArray<readonly [type: string, some: ReadonlyArray<string>]> = [
    [
      'Results',
      [
        'createPaymentIntent.amount',
        'getPayment.charges.data.amount_refunded',
        'listCards.brand',
        'tokenizeCard.card.last4',
        'getEvent.tries.handlers.error',
        'getEvent.event.data.object',
        'receiveWebhook.answer.status',
        'listDoubts.data.age',
        'replayEvents.replayed',
      ],
    ],
    [
      'Events',
      [
        'data.object.amount_refunded',
        'data.object.shipping.address.line1',
        'data.object.default_source',
        'data.object.arrival_date',
      ],
    ],
  ];
  for (const [type, some] of tables) {
    it(`documents every field of the type ${type}`, () => {
      const fields = fieldsOf(type);
      expect(fields.map(({ path }) => path)).to.include.members(some);
      expect(fields.filter(({ documentation }) => documentation.length < 4)).to.deep.equal([]);
    });
  }
});
