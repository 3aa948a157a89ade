import { expect } from 'chai';
import { problemsOf } from '../../../src/application/checked-input.js';
import { someMethods } from '../../../src/simulator/engine/option-rules.js';

describe('the rule for the payment methods of an account', () => {
  it('accepts those that are simulated', () => {
    expect(problemsOf(someMethods, ['card', 'link', 'apple_pay'], 'methods')).to.deep.equal([]);
  });

  it('names the nearest method of an unknown name', () => {
    const [problem, ...others] = problemsOf(someMethods, ['card', 'linc'], 'methods');
    expect(problem).to.match(/^methods\[1\]: must be one of card, .*\. Did you mean link\?$/);
    expect(others).to.deep.equal([]);
  });

  it('names what it accepts to a caller who gives no name', () => {
    expect(problemsOf(someMethods, [1], 'methods').join()).to.match(
      /^methods\[0\]: must be one of card, (?!.*Did you mean)/,
    );
  });

  it('says which methods of Stripe are not simulated', () => {
    expect(problemsOf(someMethods, ['alipay'], 'methods').join()).to.match(
      /^methods\[0\]: alipay is not simulated\. These are: card, /,
    );
  });

  it('wants at least one', () => {
    expect(problemsOf(someMethods, [], 'methods')).to.deep.equal([
      'methods must name a payment method',
    ]);
    expect(problemsOf(someMethods, ['none of these'], 'methods').join()).to.not.contain('mean');
  });
});
