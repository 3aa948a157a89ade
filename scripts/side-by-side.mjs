import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs commands in parallel. Reports whether each passed, and its seconds. The output of each command is in one piece
 * under its heading, in the order of the commands; the output of the first running command is printed live.
 */
export const sideBySide = (commands) => {
  const unseen = commands.map(({ heading = '' }) => [heading]);
  const over = new Set();
  let current = 0;

  const show = () => {
    while (current < commands.length) {
      process.stdout.write(unseen[current].splice(0).join(''));
      if (!over.has(current)) return;
      current += 1;
    }
  };

  const run = async ({ program, args, options }, index) => {
    const start = performance.now();
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        unseen[index].push(text);
        show();
      });
    }
    const [code] = await once(child, 'close');
    over.add(index);
    show();
    return { good: code === 0, seconds: (performance.now() - start) / 1000 };
  };

  show();
  return Promise.all(commands.map(run));
};
