import { StartUpProblem } from './start-up-problem.js';

/** Why a server could not listen, in words where the reason is a usual one. */
export const listenProblem = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartUpProblem(
        `port ${port} on ${host} is already in use: stop what listens there, or choose another with --port`,
      );
    case 'EACCES':
      return new StartUpProblem(
        `port ${port} on ${host} may not be used by this user: choose another with --port`,
      );
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartUpProblem(
        `${host} is not an address of this machine: choose another with --host`,
      );
    default:
      return error;
  }
};
