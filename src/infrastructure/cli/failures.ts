import * as E from 'fp-ts/lib/Either.js';
import { describeCause } from '../../application/describe-cause.js';
import type { ProcessorError, StoreUnavailable } from '../../domain/payment-error.js';
import type { Decoded } from '../config/decoders.js';

/** Something that keeps the program from starting, in words for the person who started it. */
export class StartUpProblem extends Error {
  override readonly name = 'StartUpProblem';
}

/** What was decoded. Throws a `StartUpProblem` that names every problem. */
export const decodeOrRefuse = <A>(decoded: Decoded<A>): A => {
  if (E.isLeft(decoded)) throw new StartUpProblem(decoded.left.join('; '));
  return decoded.right;
};

/** Why events could not be read or kept, in words for whoever called the command line. */
export const describeEventFailure = (error: ProcessorError | StoreUnavailable): string => {
  switch (error._tag) {
    case 'CardError':
    case 'ProcessorRefused':
      return `the processor refused: ${error.message}`;
    case 'ProcessorAuthenticationFailed':
      return 'the processor refuses STRIPE_SECRET_KEY, or it may not read events';
    case 'ProcessorUnavailable':
    case 'ProcessorFailed':
      return `the processor does not answer: ${describeCause(error.cause)}`;
    case 'StoreUnavailable':
      return `the store does not answer: ${describeCause(error.cause)}`;
    case 'Unexpected':
      return describeCause(error.cause);
  }
};

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
