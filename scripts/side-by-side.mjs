import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs commands in parallel, at most `atOnce` at a time. Reports whether each passed, its seconds and its output. The output of
 * each command is printed in one piece under its heading, in the order of the commands; that of the first running command is live.
 */
export const sideBySide = async (commands, atOnce = commands.length) => {
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
    const output = [];
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output.push(text);
        unseen[index].push(text);
        show();
      });
    }
    const [code] = await once(child, 'close');
    over.add(index);
    show();
    return {
      good: code === 0,
      seconds: (performance.now() - start) / 1000,
      output: output.join(''),
    };
  };

  show();
  const outcomes = [];
  const queue = commands.entries();
  const lane = async () => {
    for (const [index, command] of queue) outcomes[index] = await run(command, index);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return outcomes;
};

/** The last lines of an output, to repeat under a summary. */
export const lastLines = (output) => output.trimEnd().split('\n').slice(-20).join('\n');
