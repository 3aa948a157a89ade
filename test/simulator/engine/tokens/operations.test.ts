import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const card: WireHash = {
  number: '4242424242424242',
  exp_month: '08',
  exp_year: '2030',
  cvc: '123',
  name: 'Eva',
  address_line1: 'Calle 1',
  address_zip: '27001',
  currency: 'eur',
};

describe('a token', () => {
  it('shows its card unchecked by the bank, and the IP address of its creator', () => {
    const { engine } = openShop();
    const token = right(
      ask(engine, engineOperations.createToken, { card }, { clientIp: '203.0.113.7' }),
    );
    expect(token).to.include({ type: 'card', used: false, client_ip: '203.0.113.7' });
    expect(token['card']).to.include({
      name: 'Eva',
      address_line1: 'Calle 1',
      address_zip: '27001',
      exp_month: 8,
      cvc_check: 'unchecked',
      address_line1_check: 'unchecked',
      address_zip_check: 'unchecked',
    });
    expect(
      right(ask(engine, engineOperations.retrieveToken, { token: String(token['id']) })),
    ).to.deep.equal(token);
  });

  it('passes the holder on to the card or the payment method', () => {
    const { engine, customer } = openShop();
    const tokenize = () => String(right(ask(engine, engineOperations.createToken, { card }))['id']);
    expect(
      right(ask(engine, engineOperations.createSource, { customer, source: tokenize() })),
    ).to.include({ name: 'Eva', address_zip: '27001', address_zip_check: 'pass' });
    const method = right(
      ask(engine, engineOperations.createPaymentMethod, {
        type: 'card',
        card: { token: tokenize() },
        billing_details: { name: 'Ana', email: 'ana@example.com' },
      }),
    );
    expect(method).to.have.nested.property('billing_details.address.postal_code', '27001');
    expect(method['billing_details']).to.include({ name: 'Ana', email: 'ana@example.com' });
  });

  const refused: ReadonlyArray<readonly [WireHash, object]> = [
    [{}, { code: 'parameter_missing' }],
    [{ card: 'card_1' }, { message: 'Invalid object', param: 'card' }],
    [{ card: { ...card, metadata: { a: '1' } } }, { code: 'parameter_unknown' }],
    ...['account', 'bank_account', 'customer', 'cvc_update', 'person', 'pii'].map(
      (param): (typeof refused)[number] => [
        { [param]: { a: 'b' } },
        { param, message: `This simulator does not simulate the parameter: ${param}` },
      ],
    ),
  ];
  for (const [form, expected] of refused) {
    it(`is refused with ${JSON.stringify(expected)}`, () => {
      expect(refusal(ask(openShop().engine, engineOperations.createToken, form))).to.include({
        status: 400,
        type: 'invalid_request_error',
        ...expected,
      });
    });
  }
});
