import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  ConfirmationMethod,
  NewPaymentIntent,
} from '../../../src/application/ports/payment-processor.js';
import {
  type CreatePaymentIntent,
  createPaymentIntent,
} from '../../../src/application/use-cases/create-payment-intent.js';
import { CustomerId, PaymentMethodId } from '../../../src/domain/ids.js';
import { AmountMinor } from '../../../src/domain/money/amount.js';
import { Euros } from '../../../src/domain/money/money.js';
import { decoded } from '../../support/inputs/decoded.js';
import { processorObjects } from '../../support/processors/processor-objects.js';
import { withoutCeilings } from '../../support/processors/without-ceilings.js';

const asked: CreatePaymentIntent = {
  customer: decoded(CustomerId, 'cus_1'),
  amount: decoded(Euros, 19.99),
  payment_method: decoded(PaymentMethodId, 'pm_1'),
};

const sentFor = async (
  wanted: CreatePaymentIntent,
  confirmationMethod: ConfirmationMethod = 'manual',
  currencies: ReadonlyArray<string> = ['eur'],
): Promise<ReadonlyArray<NewPaymentIntent>> => {
  const sent: Array<NewPaymentIntent> = [];
  const create = createPaymentIntent({
    ...withoutCeilings,
    confirmationMethod,
    currencies,
    createPaymentIntent: (intent) => {
      sent.push(intent);
      return TE.right(processorObjects.intent);
    },
  });
  await create(wanted)();
  return sent;
};

const return_url = 'https://shop.example/42';

describe('createPaymentIntent (decisions P2 and P3)', () => {
  it('sends euros in cents, to be confirmed later by the server', async () => {
    expect(await sentFor(asked)).to.deep.equal([
      { ...asked, amount: 1999, currency: 'eur', confirmation_method: 'manual', confirm: false },
    ]);
  });

  it('sends the requested currency if it is allowed', async () => {
    const dollars = { ...asked, currency: 'usd' };
    expect((await sentFor(dollars, 'manual', ['eur', 'usd']))[0]).to.include({ currency: 'usd' });
    expect(await sentFor(dollars)).to.deep.equal([]);
    expect(await sentFor(asked, 'manual', ['usd']), 'euros, when none is named').to.deep.equal([]);
  });

  it('sends amount_minor as the amount', async () => {
    const { amount: _amount, ...rest } = asked;
    const [sent] = await sentFor({ ...rest, amount_minor: decoded(AmountMinor, 1999) });
    expect(sent).to.include({ amount: 1999, currency: 'eur' });
    expect(sent).not.to.have.property('amount_minor');
  });

  it("sends the shop's descriptive fields unchanged", async () => {
    const said = {
      metadata: { order: '42' },
      description: 'Pedido 42',
      receipt_email: 'ana@example.com',
      statement_descriptor_suffix: 'PEDIDO 42',
      shipping: { name: 'Ana', address: { country: 'ES' } },
      capture_method: 'manual',
      setup_future_usage: 'off_session',
    } as const;
    const [sent] = await sentFor({ ...asked, ...said });
    expect(sent).to.deep.include(said);
  });

  it('sends off_session with a confirmation if it is true', async () => {
    const [away] = await sentFor({ ...asked, confirm: true, off_session: true });
    expect(away).to.include({ confirm: true, off_session: true });
    const [there] = await sentFor({ ...asked, confirm: true, off_session: false });
    expect(there).not.to.have.property('off_session');
  });

  it('refuses off_session without a confirmation, and does not call the processor', async () => {
    expect(await sentFor({ ...asked, off_session: true })).to.deep.equal([]);
  });

  it('confirms automatically if it is configured so', async () => {
    const [sent] = await sentFor(asked, 'automatic');
    expect(sent?.confirmation_method).to.equal('automatic');
  });

  it('sends the return_url with a confirmation', async () => {
    const [sent] = await sentFor({ ...asked, confirm: true, return_url });
    expect(sent).to.include({ confirm: true, return_url });
  });

  it('refuses a return_url without a confirmation, as the processor does', async () => {
    expect(await sentFor({ ...asked, return_url })).to.deep.equal([]);
  });
});
