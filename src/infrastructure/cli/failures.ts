import { isIP } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { Checked } from '../../application/checked-input.js';
import { describeCause } from '../../application/describe-cause.js';
import type { PaymentError, ProcessorError, StoreUnavailable } from '../../domain/payment-error.js';
import { describePaymentError } from '../../domain/payment-error-facts.js';

/** A problem that the user of the command line can correct. Only its message is printed. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
}

const listed = (problems: ReadonlyArray<string>): string =>
  problems.length === 1
    ? problems.join()
    : [`${problems.length} problems:`, ...problems].join('\n  ');

/** The decoded value. Throws a `CommandProblem` that names every problem, each on a line of its own. */
export const decodedOrThrow = <A>(decoded: Checked<A>): A => {
  if (E.isLeft(decoded)) throw new CommandProblem(listed(decoded.left));
  return decoded.right;
};

/** Describes a failure of the processor or the store for the user of the command line. */
export const describeCallFailure = (error: PaymentError): string => {
  switch (error._tag) {
    case 'CardError':
    case 'ProcessorRefused':
      return `the processor refused the call: ${error.message}`;
    case 'ProcessorAuthenticationFailed':
      return 'the processor refused STRIPE_SECRET_KEY: use a valid key with the needed permissions';
    case 'ProcessorUnavailable':
    case 'ProcessorFailed':
      return `no response from the processor: ${describeCause(error.cause)}`;
    case 'StoreUnavailable':
      return `the store is unavailable: ${describeCause(error.cause)}`;
    case 'Unexpected':
      return describeCause(error.cause);
    default:
      return describePaymentError(error);
  }
};

/** Describes a failed look-up. It says nothing about the request: "nothing was done" would be wrong. */
export const describeLookUpFailure = (error: PaymentError): string =>
  error._tag === 'CardError' || error._tag === 'ProcessorRefused'
    ? describePaymentError(error)
    : describeCallFailure(error);

/** The value of a call of the processor or the store. Throws a `CommandProblem` that describes its failure. */
export const valueOrThrow = <A>(outcome: E.Either<ProcessorError | StoreUnavailable, A>): A => {
  if (E.isLeft(outcome)) throw new CommandProblem(describeCallFailure(outcome.left));
  return outcome.right;
};

// Another text may be a secret that was meant for another variable.
const shownHost = (host: string): string => (isIP(host) === 0 ? 'this host' : host);

/**
 * Turns the common reasons why a server cannot listen into a `CommandProblem`. Other errors stay as they are. `setting`: what
 * chooses the address, if not `--host` and `--port`.
 */
export const listenProblem = (
  error: unknown,
  host: string,
  port: number,
  setting?: string,
): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandProblem(
        `port ${port} on ${shownHost(host)} is already in use: stop the other program, or choose another port with ${setting ?? '--port'}`,
      );
    case 'EACCES':
      return new CommandProblem(
        `this user may not listen on port ${port} of ${shownHost(host)}: choose a port above 1023 with ${setting ?? '--port'}`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new CommandProblem(
        `${isIP(host) === 0 ? (setting ?? 'the name in --host or HOST') : host} is not an address of this machine: choose another address with ${setting ?? '--host'}`,
      );
    default:
      return error;
  }
};
