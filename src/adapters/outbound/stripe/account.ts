import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { ProcessorAccount } from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { StripeCaller } from './caller.js';
import { getRequest } from './request.js';

const Account = t.type({ id: t.string, object: t.literal('account') }, 'Account');

// A restricted key needs a right of its own for it, and other servers of Stripe's protocol may not have the path.
const isUnreadable = (error: ProcessorError): boolean =>
  (error._tag === 'ProcessorAuthenticationFailed' && error.status === 403) ||
  (error._tag === 'ProcessorRefused' && error.status === 404);

/** Reads the account of the key. The key alone says the mode: Stripe's account is the same in both. */
export const stripeAccount = (
  { read }: StripeCaller,
  livemode: boolean,
): TE.TaskEither<ProcessorError, ProcessorAccount> =>
  pipe(
    read({
      name: 'retrieveAccount',
      request: () => getRequest('/v1/account'),
      reply: Account,
    }),
    TE.map(({ id }): ProcessorAccount => ({ id, livemode })),
    TE.orElse((error) => (isUnreadable(error) ? TE.right({ id: null, livemode }) : TE.left(error))),
  );
