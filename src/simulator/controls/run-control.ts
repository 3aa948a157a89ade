import * as E from 'fp-ts/lib/Either.js';
import type { ApiCaller } from '../../adapters/inbound/http/access/clients.js';
import type { RequestLimits } from '../../adapters/inbound/http/access/request-limits.js';
import { auditEntryOf, isFlood } from '../../adapters/inbound/http/audit-entry.js';
import type { HttpRequest } from '../../adapters/inbound/http/core/message.js';
import type { RequestTrace } from '../../adapters/inbound/http/handle-request.js';
import type { HttpError } from '../../adapters/inbound/http/http-error.js';
import { httpStatus } from '../../adapters/inbound/http/http-error-facts.js';
import { jsonObject } from '../../adapters/inbound/http/json-body.js';
import type { Permission } from '../../adapters/inbound/http/permissions.js';
import { readJsonBody } from '../../adapters/inbound/http/route-request.js';
import type { AuditLog } from '../../application/ports/audit-log.js';
import type { PaymentError } from '../../domain/payment-error.js';

type Outcome<Error> = E.Either<Error, object>;

/** A control of the processor, as a client may use it. */
export type ClientControl = {
  readonly name: string;
  readonly permissions: ReadonlyArray<Permission>;
  readonly run: (body: {
    readonly [key: string]: unknown;
  }) => Outcome<PaymentError> | Promise<Outcome<PaymentError>>;
};

/** How the service, unlike others, watches its controls. */
export type ControlAccess = {
  readonly limits?: RequestLimits | undefined;
  readonly audit?: AuditLog | undefined;
  /** Where they are, if not at the paths of the controls. */
  readonly via?: HttpRequest['via'];
};

/** The first permission that a client lacks. */
export const missingPermission = (
  { permissions }: ApiCaller,
  needed: ReadonlyArray<Permission>,
): Permission | undefined => needed.find((one) => permissions?.has(one) === false);

/** Runs a control for a caller. Left: why it was refused. */
type RunControl = (
  request: HttpRequest,
  caller: E.Either<HttpError, ApiCaller>,
  control: ClientControl,
) => Promise<Outcome<HttpError>>;

const attempt = async (
  request: HttpRequest,
  found: E.Either<HttpError, ApiCaller>,
  { permissions, run }: ClientControl,
  trace: RequestTrace,
): Promise<Outcome<HttpError>> => {
  if (E.isLeft(found)) return found;
  const caller = found.right;
  trace.caller = caller;
  const scope = missingPermission(caller, permissions);
  if (scope !== undefined) return E.left({ _tag: 'InsufficientScope', scope });
  const read = await readJsonBody(request);
  const body = E.isLeft(read) ? read : jsonObject(read.right.value);
  if (E.isLeft(body)) return body;
  trace.input = body.right;
  return run(body.right);
};

/** Runs controls for clients that may use them, and records that like requests to the interface. */
export const controlRunner = ({ limits, audit, via }: ControlAccess): RunControl => {
  return async (request, found, control) => {
    const trace: RequestTrace = {};
    // A connection that has closed has none.
    const address =
      audit === undefined ? '' : (limits?.addressOf(request) ?? request.remoteAddress);
    const outcome = await attempt(request, found, control, trace);
    if (E.isRight(outcome)) trace.result = outcome.right;
    const error = E.isLeft(outcome) ? outcome.left : undefined;
    if (audit !== undefined && !isFlood(error)) {
      const status = error === undefined ? 200 : httpStatus(error);
      const ending = { requestId: request.id, address, status, replayed: false };
      audit(
        auditEntryOf(
          { operation: 'controlProcessor', control: control.name, via },
          trace,
          error === undefined ? ending : { ...ending, error },
        ),
      );
    }
    return outcome;
  };
};
