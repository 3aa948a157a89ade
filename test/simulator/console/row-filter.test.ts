import { expect } from 'chai';
import { rowFilter } from '../../../src/simulator/console/row-filter.js';

describe('the filter of the console', () => {
  const row = {
    id: 'pi_1',
    description: 'Blue Shirt',
    currency: 'eur',
    amount: 4448,
    client_secret: 'pi_1_secret_hidden',
    payment_method_types: ['card'],
    metadata: { order: 'A-42' },
    shown_status: 'succeeded',
  };
  const finds = (text: string, status = ''): boolean => rowFilter({ text, status })(row);

  it('finds every word of a text, in any case and order', () => {
    expect(finds('')).to.equal(true);
    expect(finds('  shirt BLUE ')).to.equal(true);
    expect(finds('shirt green')).to.equal(false);
    expect(finds('a-42')).to.equal(true);
  });

  it('reads amounts as people write them', () => {
    for (const text of ['44.48', '44,48', '€44,48', '44,48 €', '44.48 eur', '44']) {
      expect(finds(text), text).to.equal(true);
    }
    expect(finds('4448')).to.equal(false);
    expect(rowFilter({ text: '1.00', status: '' })({ amount: 100, currency: 'xyz' })).to.equal(
      false,
    );
  });

  it('finds nothing in fields that nobody sees', () => {
    expect(finds('hidden')).to.equal(false);
    expect(finds('card')).to.equal(false);
  });

  it('finds the object of an event', () => {
    const event = { type: 'charge.refunded', data: { object: { id: 'ch_7' } } };
    expect(rowFilter({ text: 'ch_7', status: '' })(event)).to.equal(true);
  });

  it('wants the status too', () => {
    expect(finds('blue', 'succeeded')).to.equal(true);
    expect(finds('blue', 'declined')).to.equal(false);
  });
});
