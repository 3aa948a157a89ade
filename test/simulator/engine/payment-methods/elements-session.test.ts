import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { showElementsSession } from '../../../../src/simulator/engine/payment-methods/elements-session.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('the payment methods that Elements show', () => {
  const { engine } = openShop();
  const shown = (params: Parameters<ReturnType<typeof showElementsSession.run>>[0]) =>
    right(engine.control(showElementsSession, params)).payment_method_types;

  it('are those of the intent', () => {
    const { client_secret } = right(
      engine.call(engineOperations.createIntent, { amount: 1999, currency: 'eur' }),
    );
    expect(shown({ client_secret })).to.deep.equal(['card']);
    expect(shown({ client_secret: 'pi_1_secret_2' })).to.deep.equal([]);
  });

  it('fit the options of Elements without an intent', () => {
    const inEuros = { mode: 'payment', currency: 'eur' };
    expect(shown(inEuros)).to.include.members(['card', 'link']);
    expect(shown({ ...inEuros, payment_method_types: ['card'] })).to.deep.equal(['card']);
    expect(shown({ ...inEuros, allowed_payment_method_types: ['link'] })).to.deep.equal(['link']);
    expect(shown({ ...inEuros, excluded_payment_method_types: ['link'] })).not.to.include('link');
    expect(shown({ mode: 'setup' })).to.include('card');
  });
});
