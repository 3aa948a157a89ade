import { expect } from 'chai';
import { isPaymentError } from '../../src/application/thrown-payment-error.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';

const problemWith = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    return isPaymentError(error) ? error.message : String(error);
  }
  return 'accepted';
};

describe('the schemes of a return_url in the library', () => {
  it('are https and http, and those of the option, before the processor is called', async () => {
    const payments = createPayments({
      processor: createMemoryProcessor(),
      returnUrlSchemes: ['myapp'],
    });
    const message =
      'return_url must begin with https:// or http:// or myapp://; returnUrlSchemes adds the scheme of an app';
    const return_url = 'other://paid';
    const payment = { customer: 'cus_1', amount: '10', payment_method: 'pm_1', confirm: true };
    const { customer, payment_method } = payment;
    expect([
      await problemWith(payments.createPaymentIntent({ ...payment, return_url })),
      await problemWith(payments.confirmPayment({ payment_intent: 'pi_1', return_url })),
      await problemWith(
        payments.createSetupIntent({ customer, payment_method, confirm: true, return_url }),
      ),
      await problemWith(payments.confirmSetupIntent({ setup_intent: 'seti_1', return_url })),
    ]).to.deep.equal([message, message, message, message]);
  });
});
