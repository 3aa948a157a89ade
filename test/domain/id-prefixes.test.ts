import { expect } from 'chai';
import { otherResourceOf } from '../../src/domain/id-prefixes.js';

describe('otherResourceOf', () => {
  it('tells what an id is the id of, when that is not what was wanted', () => {
    expect(otherResourceOf('charge', 'pi_1')).to.equal('payment_intent');
    expect(otherResourceOf('payment_intent', 'ch_1')).to.equal('charge');
    expect(otherResourceOf('payment_intent', 'seti_1')).to.equal('setup_intent');
    expect(otherResourceOf('customer', 'cs_test_1')).to.equal('checkout_session');
  });

  it('says nothing of the right kind, of cards, which have two kinds, and of ids without a known prefix', () => {
    expect(otherResourceOf('charge', 'ch_1')).to.equal(undefined);
    expect(otherResourceOf('card', 'pm_1')).to.equal(undefined);
    expect(otherResourceOf('payment_method', 'card_1')).to.equal(undefined);
    expect(otherResourceOf('charge', 'py_1')).to.equal(undefined);
    expect(otherResourceOf('customer', 'ada')).to.equal(undefined);
  });
});
