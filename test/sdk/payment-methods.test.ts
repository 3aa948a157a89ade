import { expect } from 'chai';
import { Stripe } from 'stripe';
import { answerChallenge } from './support/answer-challenge.js';
import { refusedWith } from './support/refused-with.js';
import { useShop } from './support/use-shop.js';

const pageOf = ({ next_action }: Stripe.PaymentIntent): string => {
  const url = next_action?.redirect_to_url?.url;
  if (typeof url !== 'string') throw new Error('no redirect to a page');
  return url;
};

describe('payments by other methods than cards, through the official SDK', () => {
  const shop = useShop();

  const byIdeal = (): Promise<Stripe.PaymentIntent> =>
    shop().stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      payment_method_types: ['card', 'ideal'],
      payment_method_data: { type: 'ideal', ideal: { bank: 'ing' } },
      confirm: true,
      return_url: 'https://shop.example/orders/7?lang=es',
    });
  const statusOf = async ({ id }: Stripe.PaymentIntent): Promise<string> =>
    (await shop().stripe.paymentIntents.retrieve(id)).status;

  it('the customer approves at the bank and comes back, and the payment is done', async () => {
    const intent = await byIdeal();
    expect(intent.status).to.equal('requires_action');
    const page = await (await fetch(pageOf(intent))).text();
    expect(page)
      .to.contain('Pago con iDEAL | Wero')
      .and.to.match(/19,99\s€/);
    const back = await answerChallenge(pageOf(intent), 'Autorizar');
    expect(Object.fromEntries(back.searchParams)).to.deep.equal({
      lang: 'es',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    const paid = await shop().stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    });
    expect(paid).to.have.nested.include({
      status: 'succeeded',
      'latest_charge.payment_method_details.ideal.bic': 'INGBNL2A',
    });
  });

  it('the customer refuses, and the payment needs another method', async () => {
    const intent = await byIdeal();
    const back = await answerChallenge(pageOf(intent), 'Rechazar');
    expect(back.searchParams.get('redirect_status')).to.equal('failed');
    expect(await statusOf(intent)).to.equal('requires_payment_method');
  });

  it('the customer comes back undecided, and can still approve', async () => {
    const intent = await byIdeal();
    const back = await answerChallenge(pageOf(intent), 'Volver sin decidir');
    expect(back.searchParams.get('redirect_status')).to.equal('pending');
    expect(await statusOf(intent)).to.equal('requires_action');
    await answerChallenge(pageOf(intent), 'Autorizar');
    expect(await statusOf(intent)).to.equal('succeeded');
  });

  it('a bank transfer is refused by its name', async () => {
    const { message } = await refusedWith(
      Stripe.errors.StripeInvalidRequestError,
      shop().stripe.paymentMethods.create({ type: 'customer_balance' }),
    );
    expect(message).to.equal('This simulator does not simulate the type: customer_balance');
  });
});
