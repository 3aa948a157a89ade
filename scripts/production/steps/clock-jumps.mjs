import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

// Seconds from the machine's clock.
const jumps = ['+3600', '-3600', '+0'];

export const clockJumps = {
  name: 'clock-jumps',
  about: 'the clock of one instance jumps an hour ahead, and two hours back',
  needs: ['libfaketime'],
  run: async ({ stack, sizes }) => {
    const [one] = stack.instances;
    const file = join(stack.folder, 'clock');
    await writeFile(file, '+0\n');
    await one.stop();
    await one.launch({
      env: {
        LD_PRELOAD: stack.found.libfaketime,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    });
    await one.becomesReady();
    for (const jump of jumps) {
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(file, `${jump}\n`);
      // oxlint-disable-next-line no-await-in-loop
      await pause(sizes.quiet * 1000);
    }
    await one.stop();
    await one.launch();
    await one.becomesReady();
    return {
      result: jumps.join(', '),
      holds: ({ failed }) => [['no request fails', failed === 0]],
    };
  },
};
