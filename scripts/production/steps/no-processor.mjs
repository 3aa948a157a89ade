import { setTimeout as pause } from 'node:timers/promises';

const longestWaitMs = 30_000;

export const noProcessor = {
  name: 'no-processor',
  about: 'the processor hangs: it takes connections and does not answer',
  run: async ({ stack, sizes }) => {
    stack.processor.freeze();
    await pause(sizes.withoutProcessor * 1000);
    stack.processor.thaw();
    return {
      result: `hung for ${sizes.withoutProcessor / 60} min`,
      holds: ({ longest }) => [['nobody waits for 30 s', longest < longestWaitMs]],
    };
  },
};
