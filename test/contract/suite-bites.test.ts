import { expect } from 'chai';
import { describePaymentProcessor } from '../../src/contract.js';
import { createMemoryProcessor, type MemoryProcessor } from '../../src/memory.js';
import { brokenProcessors } from './broken-processors.js';
import { memoryCapabilities } from './support/memory-capabilities.js';
import { recordingFramework } from './support/recording-framework.js';

const reportOf = (makeProcessor: () => MemoryProcessor) => {
  const { framework, run } = recordingFramework();
  describePaymentProcessor('recorded', makeProcessor, memoryCapabilities, framework);
  return run();
};

describe('the contract suite', () => {
  for (const { defect, break: broken, fails, says } of brokenProcessors) {
    it(`finds a processor that ${defect}`, async () => {
      const { passed, failed } = await reportOf(() => {
        const sound = createMemoryProcessor({ seed: 'broken' });
        return { ...broken(sound), controls: sound.controls };
      });

      expect(failed.map(({ name }) => name)).to.include.members(fails);
      expect(failed.find(({ name }) => name === fails[0])?.message).to.match(says);
      expect(passed, 'clauses about other things still pass').not.to.deep.equal([]);
    }).timeout(10_000);
  }

  it('has one clause of a name', async () => {
    const { passed, failed } = await reportOf(createMemoryProcessor);
    const names = [...passed, ...failed.map(({ name }) => name)];
    expect(new Set(names)).to.have.length(names.length);
  });
});
