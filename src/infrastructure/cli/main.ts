#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { packageVersion } from '../package-version.js';
import { environmentHelp } from './environment-help.js';
import { serve } from './serve.js';
import { StartUpProblem } from './start-up-problem.js';

type ServeOptions = {
  readonly host?: string;
  readonly port?: string;
  readonly env?: string;
};

const loadEnvFile = (path: string | undefined): void => {
  if (path !== undefined && !existsSync(path)) {
    throw new StartUpProblem(`the file ${path} of --env does not exist`);
  }
  const file = path ?? '.env';
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch {
    throw new StartUpProblem(`${file} cannot be read as a file of environment variables`);
  }
};

const program = new Command('pasarela')
  .description('Payments for Node: the HTTP service over a card processor')
  .version(packageVersion)
  .showHelpAfterError('(pasarela --help lists the commands)');

program
  .command('serve')
  .description('serve the HTTP interface until SIGTERM; configured by environment variables')
  .addHelpText('after', environmentHelp)
  .option('--host <address>', 'address to listen on (HOST, default 127.0.0.1)')
  .option('--port <number>', 'port to listen on, 0 for a free one (PORT, default 3000)')
  // Not `--env-file`: Node 20 takes an option of that name for its own, wherever it stands.
  .option('--env <path>', 'file with environment variables (default .env, when it exists)')
  .action(async ({ host, port, env }: ServeOptions) => {
    loadEnvFile(env);
    await serve({
      ...process.env,
      ...(host === undefined ? {} : { HOST: host }),
      ...(port === undefined ? {} : { PORT: port }),
    });
  });

try {
  await program.parseAsync();
} catch (error) {
  const text =
    error instanceof StartUpProblem ? error.message : `could not start: ${String(error)}`;
  process.stderr.write(`pasarela: ${text}\n`);
  process.exitCode = 1;
}
