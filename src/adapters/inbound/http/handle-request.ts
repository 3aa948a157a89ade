import * as E from 'fp-ts/lib/Either.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import type * as T from 'fp-ts/lib/Task.js';
import type { CheckCardNumbersInText } from '../../../application/card-numbers-in-text.js';
import { givenUp, type KeyedUseCases } from '../../../application/facade/bind.js';
import type { PaymentsParts, ServedUseCases } from '../../../application/facade/payments.js';
import type { IdempotentResult } from '../../../application/idempotency/fixed-outcome.js';
import type { AdvisedResult } from '../../../application/idempotency/replay-advice.js';
import type { WebhookAnswer } from '../../../application/ports/webhook-receiver.js';
import type { CheckUnknownFields } from '../../../application/unknown-fields.js';
import { unsupportedOperation } from '../../../application/unsupported-operations.js';
import type { UseCase } from '../../../application/use-case.js';
import type { PaymentError, UnknownFields } from '../../../domain/payment-error.js';
import type { AddressOf } from './access/client-address.js';
import type { ApiCaller, Authorize } from './access/clients.js';
import type { Admit } from './access/request-limits.js';
import { type Locale, spokenTo } from './core/language.js';
import type { HttpError, RequestError } from './http-error.js';
import type { HttpAnswer } from './http-message.js';
import { type KeyDemand, keyRefusal } from './key-header.js';
import { inputReader, wireNameOf } from './read-input.js';
import { renderSuccess } from './render.js';
import type { Route } from './route.js';
import type { RouteRequest } from './route-request.js';

type Dependencies = ServedUseCases & {
  readonly limitedTo?: PaymentsParts['limitedTo'];
  /** Of the processor. Absent: all. */
  readonly features?: PaymentsParts['features'] | undefined;
  readonly checkUnknownFields: CheckUnknownFields;
  readonly checkCardNumbers: CheckCardNumbersInText;
  readonly acceptCardNumbers: boolean;
  readonly requireIdempotencyKey: KeyDemand;
  readonly locale: Locale;
  /** The address of a caller. Absent: that of its connection. */
  readonly addressOf?: AddressOf | undefined;
  readonly authorize: Authorize;
  /** Limits each caller. */
  readonly admit?: Admit | undefined;
};

const cardNumbersRefused: E.Either<RequestError, never> = E.left({
  _tag: 'CardNumbersNotAccepted',
});

type KeyedUseCase = (input: unknown, refusal?: PaymentError) => T.Task<AdvisedResult<never>>;

// A key that was sent twice is invalid: a header cannot contain the line break.
const keyOf = (route: Route, request: RouteRequest): string | undefined => {
  const { keys = [] } = route.takesKey ? request : {};
  return keys.length > 0 ? keys.join('\n') : undefined;
};

type Reply = IdempotentResult<HttpAnswer, HttpError>;

type Result = AdvisedResult<never, HttpError>;

// The caller of a route without an API key.
const anybody: E.Either<RequestError, ApiCaller> = E.right({ scope: '', formerScopes: [] });

const unkeyed = (outcome: E.Either<HttpError, never>): Result => ({ outcome, replayed: false });

/** Facts about a request, found while it is handled. */
export type RequestTrace = {
  caller?: ApiCaller;
  /** As it was decoded. */
  input?: object;
  /** The result of the use case. */
  result?: unknown;
  /** The answer that the caller expects instead of the envelope. */
  ownAnswer?: WebhookAnswer | undefined;
  /** To be called at its end. */
  leave?: () => void;
};

/** The use cases of each caller, who may have ceilings of its own. They are bound once. */
const servedTo = ({
  useCases,
  keyedUseCases,
  limitedTo,
}: Pick<Dependencies, 'useCases' | 'keyedUseCases' | 'limitedTo'>): ((
  caller: ApiCaller,
) => ServedUseCases) => {
  const everyone = { useCases, keyedUseCases };
  if (limitedTo === undefined) return () => everyone;
  const known = new WeakMap<ApiCaller, ServedUseCases>();
  return (caller) => {
    const bound =
      known.get(caller) ?? limitedTo({ client: caller.scope, ...caller.ceilings }) ?? everyone;
    known.set(caller, bound);
    return bound;
  };
};

// A use case names a field as its input does, the request may have another name for it.
const namedAsInRequest =
  (nameOf: (field: string) => string) =>
  <A>(outcome: E.Either<PaymentError, A>): E.Either<PaymentError, A> =>
    E.isLeft(outcome) && outcome.left._tag === 'InvalidInput'
      ? E.left({ ...outcome.left, field: nameOf(outcome.left.field) })
      : outcome;

/** Handles a request of a route: access, input, use case, envelope. Completes the trace as far as it gets. */
export const handleRequest = (
  deps: Dependencies,
): ((route: Route) => (request: RouteRequest, trace?: RequestTrace) => T.Task<Reply>) => {
  const served = servedTo(deps);
  return (route) => {
    const { features = {} } = deps;
    const readInput = inputReader(route, features, deps.addressOf);
    const unsupported = unsupportedOperation(features, route.operation);
    const nameOf = wireNameOf(route);
    const named = namedAsInRequest(nameOf);
    const permission = route.access === 'signature' ? undefined : route.access;
    const refusalWithoutKey = keyRefusal(deps.requireIdempotencyKey, route);

    const cardNumberIn = ({ name }: ApiCaller, input: object): PaymentError | undefined => {
      const checked = deps.checkCardNumbers(route.operation, input, name)();
      return E.isLeft(checked)
        ? { ...checked.left, fields: checked.left.fields.map((field) => nameOf(field)) }
        : undefined;
    };

    const refusesCards = route.operation === 'tokenizeCard' && !deps.acceptCardNumbers;

    // The client may have had the permission when an earlier request with the key began.
    const refused = (
      { scope, formerScopes }: ApiCaller,
      key: string,
      refusal: HttpError,
    ): Promise<HttpError> =>
      deps.keyedUseCases({ scope, key, formerScopes }).refused<HttpError>(refusal)();

    // A request that is refused for an unknown field may have been done before it was refused: its key shows whether it was.
    const keyedResult = async (
      caller: ApiCaller,
      key: string,
      request: RouteRequest,
      trace: RequestTrace,
    ): Promise<Result> => {
      // A card number must not be stored as a key.
      const keyRefused = cardNumberIn(caller, { 'Idempotency-Key': key });
      if (keyRefused !== undefined) return unkeyed(E.left(await refused(caller, key, keyRefused)));
      let refusal: UnknownFields | undefined;
      const input = await readInput(request, (operation, fields) =>
        IOE.orElse((unknown: UnknownFields): IOE.IOEither<UnknownFields, void> => {
          refusal = unknown;
          return IOE.fromIO(() => undefined);
        })(deps.checkUnknownFields(operation, fields)),
      );
      const { scope, formerScopes } = caller;
      const keyedUseCases = served(caller).keyedUseCases({ scope, key, formerScopes }, () =>
        request.begin(),
      );
      if (E.isLeft(input)) {
        return unkeyed(E.left(await keyedUseCases.refused<HttpError>(refusal ?? input.left)()));
      }
      trace.input = input.right;
      const keyed = keyedUseCases[route.operation as keyof KeyedUseCases] as KeyedUseCase;
      const result = await keyed(input.right, refusal ?? cardNumberIn(caller, input.right))();
      return { ...result, outcome: named(result.outcome) };
    };

    const rendered = (
      request: RouteRequest,
      trace: RequestTrace,
      { outcome, replayed, advice }: Result,
    ): Reply => {
      if (E.isRight(outcome)) {
        trace.result = outcome.right;
        trace.ownAnswer = route.ownAnswer?.(outcome.right);
      }
      return {
        outcome: E.isLeft(outcome)
          ? outcome
          : E.right(
              renderSuccess(
                route.status,
                route.message,
                route.present(outcome.right),
                spokenTo(request, deps.locale),
                advice,
              ),
            ),
        replayed,
      };
    };

    return (request, trace = {}) =>
      async () => {
        const authorized =
          permission === undefined ? anybody : deps.authorize(request.headers['authorization']);
        if (E.isLeft(authorized)) return unkeyed(authorized);
        const caller = authorized.right;
        trace.caller = caller;
        if (deps.admit !== undefined && permission !== undefined) {
          const refusal = await deps.admit(caller, request, (leave) => {
            trace.leave = leave;
          });
          if (refusal !== undefined) return unkeyed(E.left(refusal));
        }
        const key = keyOf(route, request);
        if (permission !== undefined && caller.permissions?.has(permission) === false) {
          const refusal: RequestError = { _tag: 'InsufficientScope', scope: permission };
          return unkeyed(E.left(key === undefined ? refusal : await refused(caller, key, refusal)));
        }
        if (unsupported !== undefined) {
          return unkeyed(
            E.left(key === undefined ? unsupported : await refused(caller, key, unsupported)),
          );
        }
        if (refusesCards) return unkeyed(cardNumbersRefused);
        if (key !== undefined)
          return rendered(request, trace, await keyedResult(caller, key, request, trace));
        if (refusalWithoutKey !== undefined) {
          return unkeyed(E.left(refusalWithoutKey(request.headers)));
        }
        const input = await readInput(request, deps.checkUnknownFields);
        if (E.isLeft(input)) return rendered(request, trace, unkeyed(input));
        trace.input = input.right;
        const refusal =
          cardNumberIn(caller, input.right) ?? (request.begin() ? undefined : givenUp);
        if (refusal !== undefined) return rendered(request, trace, unkeyed(E.left(refusal)));
        // The compiler has checked in `route` that `present` takes the result of this use case.
        const useCase = served(caller).useCases[route.operation] as UseCase<unknown, never>;
        return rendered(request, trace, unkeyed(named(await useCase(input.right)())));
      };
  };
};
