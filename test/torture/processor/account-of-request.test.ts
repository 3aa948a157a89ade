import { expect } from 'chai';
import { accountOfRequest } from '../../../src/torture/processor/account-of-request.js';

describe('the account of a request in a torture test', () => {
  const secret = ['sk', 'test', 'shop'].join('_');
  const publishable = ['pk', 'test', 'shop'].join('_');
  const basic = Buffer.from(`${secret}:`).toString('base64');
  const asked = (
    headers: Readonly<Record<string, string>>,
    body = '',
    url = '/v1/payment_intents/pi_1',
  ): ReadonlyArray<unknown> => {
    const named: Array<unknown> = [];
    accountOfRequest(
      {
        account: (...key) => {
          named.push(...key);
          throw new TypeError('no account is needed');
        },
      },
      { headers, body: Buffer.from(body), url },
    );
    return named;
  };

  it('is named by its headers', () => {
    expect(asked({ authorization: `Bearer ${secret}` })).to.deep.equal([secret, undefined]);
    expect(asked({ authorization: `Basic ${basic}` })).to.deep.equal([secret, undefined]);
    expect(asked({ authorization: `Bearer ${secret}`, 'stripe-account': 'acct_1' })).to.deep.equal([
      secret,
      'acct_1',
    ]);
  });

  it('is named by the form or the query of Stripe.js', () => {
    const form = `key=${publishable}&_stripe_account=acct_1`;
    expect(asked({}, form)).to.deep.equal([publishable, 'acct_1']);
    expect(asked({}, '', `/v1/payment_intents/pi_1?${form}`)).to.deep.equal([
      publishable,
      'acct_1',
    ]);
    expect(asked({})).to.deep.equal(['', undefined]);
  });
});
