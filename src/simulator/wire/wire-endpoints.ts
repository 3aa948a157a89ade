import * as E from 'fp-ts/lib/Either.js';
import type { Endpoint, PathParams } from '../../adapters/inbound/http/core/matcher.js';
import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
} from '../../adapters/inbound/http/core/message.js';
import { type ApiError, docUrl, invalidRequest } from '../engine/errors.js';
import type { Definition, EngineRequest, Method } from '../engine/kernel/operation.js';
import type { JsonObject } from '../engine/objects/json.js';
import { engineOperations } from '../engine/operations.js';
import type { WireHash } from '../engine/params/param.js';
import type { Accounts } from './accounts.js';
import { apiHeaders } from './api-headers.js';
import {
  expandInVersion,
  intentDefaultsIn,
  inVersion,
  readVersion,
  versionProblem,
} from './api-version.js';
import { elementsIn, withFormCredentials, withoutBrowserFields } from './browser-request.js';
import { hasPublishableKey, type Identity, identify } from './identify.js';
import { createKeptTexts } from './kept-texts.js';
import { manualConfirmationProblem, publishableKeyProblem, rawCardProblem } from './permissions.js';
import { publishableView } from './publishable-view.js';
import { readForm } from './read-form.js';
import { holdBack, jsonText, wireError, wireResponse } from './wire-response.js';

type WireOperation = Pick<Definition<never, never>, 'returns' | 'list'> & {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};

/** The error for a key whose first request is still in progress. */
export const keyInUse = (key: string): ApiError => ({
  status: 409,
  error: {
    type: 'invalid_request_error',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    code: 'idempotency_key_in_use',
    doc_url: docUrl('idempotency_key_in_use'),
  },
});

/** The form itself must not contain the parameters of the path. */
const pathProblem = (form: WireHash, path: PathParams): ApiError | null => {
  for (const name of Object.keys(path)) {
    if (Object.hasOwn(form, name)) {
      return invalidRequest(`Received unknown parameter: ${name}`, {
        code: 'parameter_unknown',
        param: name,
      });
    }
  }
  return null;
};

type Dependencies = {
  readonly accounts: Accounts;
  readonly rawCardNumbers: boolean;
  /** The response to a request of a foreign web page. Not for publishable keys, which are for web pages. */
  readonly refuseForeignPage: (request: HttpRequest) => HttpResponse | null;
};

type Caller = Identity & { readonly version: string };

/** Takes an idempotency key until the response is sent or the caller disconnects. Returns false when the key is in use. */
const takeKey = (request: HttpRequest, key: string, inUse: Set<string>): boolean => {
  if (inUse.has(key)) return false;
  inUse.add(key);
  request.onClose(() => {
    inUse.delete(key);
  });
  return true;
};

/** Whether a request comes from a frame of the stand-in for Stripe.js, which may always send card numbers. */
const isFromOwnFrame = (request: HttpRequest, { publishable }: Caller): boolean =>
  publishable && headerOf(request, 'sec-fetch-site') === 'same-origin';

// At most six times as many are kept: of objects, of the items of lists and of pages, recent and earlier ones.
const keptCharacters = 2_000_000;

/** Answers the requests of an operation like the processor's API. */
const answerRequests = ({ accounts, rawCardNumbers, refuseForeignPage }: Dependencies) => {
  const identityOf = identify(accounts);
  const keptText = createKeptTexts(keptCharacters);

  return (operation: WireOperation): Endpoint['handle'] => {
    const { name, method } = operation;
    const problemOfVersion = versionProblem(name);
    const isPathFixed = !operation.path.includes(':');

    const readRequest = (
      request: HttpRequest,
      path: PathParams,
      caller: Caller,
      form: WireHash,
    ): E.Either<ApiError, EngineRequest<JsonObject>> => {
      const mayHaveCards = rawCardNumbers || isFromOwnFrame(request, caller);
      const problem =
        publishableKeyProblem(caller, name, form) ??
        problemOfVersion(caller.version, form) ??
        (mayHaveCards ? null : rawCardProblem(form)) ??
        pathProblem(form, path);
      if (problem !== null) return E.left(problem);
      const whole = isPathFixed ? form : { ...form, ...path };
      const manual = manualConfirmationProblem(caller, name, whole);
      return manual === null ? operation.read(whole) : E.left(manual);
    };

    const answer = (
      request: HttpRequest,
      path: PathParams,
      caller: Caller,
      requestId: string,
      given: E.Either<ApiError, WireHash>,
    ): HttpResponse | Promise<HttpResponse> => {
      const { account, publishable, version } = caller;
      const idempotencyKey = headerOf(request, 'idempotency-key');
      const key = method === 'POST' && idempotencyKey !== '' ? idempotencyKey : undefined;
      const refuse = (error: ApiError): HttpResponse =>
        wireError(error, {
          request: requestId,
          headers: apiHeaders(request, requestId, version, key),
        });

      if (key !== undefined && !takeKey(request, key, account.keysInFlight)) {
        return refuse(keyInUse(key));
      }
      if (E.isLeft(given)) return refuse(given.left);
      const { form, forCharges } = expandInVersion(
        version,
        operation,
        publishable ? withoutBrowserFields(given.right) : given.right,
      );
      const asked = readRequest(request, path, caller, form);
      if (E.isLeft(asked)) return refuse(asked.left);
      const elements = publishable ? elementsIn(given.right) : undefined;
      const by = {
        requestId,
        clientIp: request.remoteAddress,
        intentDefaults: intentDefaultsIn(version),
        ...(elements === undefined ? {} : { elements }),
      };
      const response = account.engine.respond(
        asked.right,
        idempotencyKey === '' ? by : { ...by, idempotencyKey },
      );
      const inItsVersion = inVersion(version, account.engine, forCharges);
      const rendering = {
        request: requestId,
        headers: apiHeaders(request, requestId, version, key, response),
        shown: publishable
          ? (body: JsonObject) => publishableView(inItsVersion(body))
          : inItsVersion,
      };
      // Objects that change often are rarely read again.
      const write = method === 'GET' ? keptText : jsonText;
      return response.delay > 0
        ? holdBack(request, response.delay).then(() => wireResponse(response, rendering, write))
        : wireResponse(response, rendering, write);
    };

    const answerForm = (
      request: HttpRequest,
      path: PathParams,
      form: E.Either<ApiError, WireHash>,
    ): HttpResponse | Promise<HttpResponse> => {
      const { authorization, stripeAccount, version } = withFormCredentials(
        {
          authorization: headerOf(request, 'authorization'),
          stripeAccount: headerOf(request, 'stripe-account'),
          version: headerOf(request, 'stripe-version'),
        },
        E.isRight(form) ? form.right : {},
      );
      const refusal = refuseForeignPage(request);
      if (refusal !== null && !hasPublishableKey(authorization)) return refusal;
      const identity = identityOf(authorization, stripeAccount, method === 'GET');
      if (E.isLeft(identity)) return wireError(identity.left);
      const known = readVersion(version);
      if (E.isLeft(known)) return wireError(known.left);
      const { account, publishable } = identity.right;
      const caller = { account, publishable, version: known.right };
      return answer(request, path, caller, account.newRequestId(), form);
    };

    return (request, path) => {
      const form = readForm(request);
      return form instanceof Promise
        ? form.then((given) => answerForm(request, path, given))
        : answerForm(request, path, form);
    };
  };
};

/** The processor's API: an endpoint for each operation. */
export const wireEndpoints = (dependencies: Dependencies): ReadonlyArray<Endpoint> => {
  const answerTo = answerRequests(dependencies);
  const operations: ReadonlyArray<WireOperation> = Object.values(engineOperations);
  return operations.map((operation) => ({
    method: operation.method,
    path: operation.path,
    handle: answerTo(operation),
  }));
};
