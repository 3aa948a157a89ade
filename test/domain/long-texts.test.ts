import { expect } from 'chai';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { decimalText, isInexact, JsonNumber } from '../../src/domain/json-number.js';
import { ReturnUrl } from '../../src/domain/return-url.js';

// A pattern that takes the square of the length needs seconds for each of these; one that does not, less than 10 ms.
const patienceMs = 500;
const length = 95_000;

const took = async (work: () => unknown): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

describe('texts as long as a body may be', () => {
  it('do not keep the service busy when they are no return URL', async () => {
    for (const start of ['https://', 'https://a', 'app://', 'a']) {
      const url = `${start}${'a'.repeat(length)} `;
      expect(await took(() => expect(ReturnUrl.is(url)).to.equal(false))).to.be.below(patienceMs);
    }
  });

  it('do not keep the service busy when they are one number', async () => {
    const zeros = '0'.repeat(length);
    for (const number of [`1${zeros}1`, `0.${zeros}1`, `1${zeros}`, `1.${zeros}`, `1e${zeros}1`]) {
      const work = () => [isInexact(number), decimalText(new JsonNumber(number))];
      expect(await took(work), number.slice(0, 3)).to.be.below(patienceMs);
    }
  });

  it('do not keep the service busy when they are no email address', async () => {
    const { createCustomer } = createMemoryProcessor({ seed: 'long' });
    for (const filling of ['.', 'a', 'a.', '@', '.@']) {
      const email = `a@${filling.repeat(length / filling.length)} `;
      expect(await took(createCustomer({ email }))).to.be.below(patienceMs);
    }
  });
});
