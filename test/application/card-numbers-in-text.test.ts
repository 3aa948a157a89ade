import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { cardNumbersInTextCheck } from '../../src/application/card-numbers-in-text.js';

const input = { description: 'card 4539 5787 6362 1486', metadata: { order: '42' } };

describe('cardNumbersInTextCheck (decision A18)', () => {
  const check = (policy?: 'redact' | 'refuse') => {
    const reports: Array<unknown> = [];
    const run = cardNumbersInTextCheck(
      (...report) =>
        () =>
          void reports.push(report),
      policy,
    );
    return { run, reports };
  };

  it('reports the fields and the client, and accepts the input', () => {
    for (const policy of [undefined, 'redact'] as const) {
      const { run, reports } = check(policy);
      expect(run('createPaymentIntent', input, 'shop')()).to.deep.equal(E.right(undefined));
      expect(reports).to.deep.equal([['createPaymentIntent', ['description'], 'shop']]);
    }
  });

  it('refuses the input where card numbers are refused', () => {
    const { run, reports } = check('refuse');
    expect(run('createPaymentIntent', input, 'shop')()).to.deep.equal(
      E.left({ _tag: 'CardNumberInText', fields: ['description'] }),
    );
    expect(reports).to.deep.equal([]);
  });

  it('accepts an input without card numbers, and whatever only reads', () => {
    const { run, reports } = check('refuse');
    expect(run('createPaymentIntent', { description: 'order 42' })()).to.deep.equal(
      E.right(undefined),
    );
    expect(run('receiveWebhook', input)()).to.deep.equal(E.right(undefined));
    expect(reports).to.deep.equal([]);
  });
});
