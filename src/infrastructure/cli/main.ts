import { runCommandLine } from './command-line.js';

// A reader such as `head` may leave before the end of the output.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const code = await runCommandLine(process.argv.slice(2), process);
if (code !== 0) {
  for (const output of [process.stdout, process.stderr]) {
    await new Promise<void>((done) => {
      output.write('', () => done());
    });
  }
  // After a failure something may still be open, such as a connection, and would keep the process for a minute.
  process.exit(code);
}
