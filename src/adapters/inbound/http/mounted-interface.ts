import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentsParts, ServedUseCases } from '../../../application/facade/payments.js';
import {
  challengeEndpoints,
  controlsOf,
  processorEndpoints,
  type SeeRequest,
  tellAddress,
} from '../../../simulator/endpoints.js';
import { authorize } from './access/api-keys.js';
import { keyOrPassword, referenceAccess } from './access/reference-access.js';
import type { Endpoint } from './core/matcher.js';
import type { ErrorAnswers } from './failure-response.js';
import { otherMethods } from './other-methods.js';
import {
  createPaymentsInterface,
  type PaymentsInterface,
  type PaymentsRouterOptions,
} from './payments-interface.js';
import { referenceEndpoints } from './reference/reference-endpoints.js';
import { healthEndpoints } from './system-endpoints.js';

/** What a binding serves: what `createPayments()` returns. */
export type ServedPayments = ServedUseCases & {
  readonly parts?: PaymentsParts;
};

/** The first parts of all paths of the interface. */
export const roots = ['/api', '/doc', '/health', '/ready', '/_processor'] as const;

/** Everything that a binding serves. */
type MountedInterface = {
  /** Where the paths of the endpoints are mounted: the empty string, or `/shop`. */
  readonly mount: string;
  /** The last one answers all other requests under `/api`. */
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Answers a request that no endpoint takes, where the application does not. */
  readonly unknownPath: Endpoint;
  readonly errors: ErrorAnswers;
  /** Absent: it need not be called. */
  readonly seeRequest: SeeRequest | undefined;
};

// Anybody may ask at any address: without API keys, the guard takes all of them for this machine's.
const anyAddress = '127.0.0.1';

const processorPages = (
  { processor, forgetEvents }: PaymentsParts,
  { apiKeys = [], processorPages: wanted = true, publicUrl }: PaymentsRouterOptions,
  mount: string,
  errors: PaymentsInterface['errors'],
): { readonly endpoints: ReadonlyArray<Endpoint>; readonly seeRequest?: SeeRequest } => {
  const controls = wanted ? controlsOf(processor) : undefined;
  if (controls === undefined) return { endpoints: [] };
  // After a reset the processor uses its ids again, and the store would drop new events as duplicates.
  const reset = (): void => {
    controls.reset();
    forgetEvents();
  };
  const endpoints = [
    ...challengeEndpoints({ processor, controls, locale: errors.locale }),
    ...processorEndpoints(
      { ...controls, reset },
      {
        authorize: apiKeys.length === 0 ? undefined : authorize(apiKeys),
        host: anyAddress,
        publicUrl: publicUrl ?? '',
        ...errors,
      },
    ),
  ];
  const mountedAt: unknown = Reflect.get(processor, 'mountedAt');
  if (typeof mountedAt !== 'function') return { endpoints };
  const tell = (url: string): void => void Reflect.apply(mountedAt, processor, [url]);
  if (publicUrl === undefined) return { endpoints, seeRequest: tellAddress(tell) };
  tell(`${publicUrl.replace(/\/+$/, '')}${mount}`);
  return { endpoints };
};

/**
 * Makes the whole that all bindings serve: the interface, its reference, the health checks and, with the in-memory processor, its
 * pages and controls. Throws a `TypeError`, with the name of the `caller`, for wrong options.
 */
export const createMountedInterface = (
  caller: string,
  payments: ServedPayments,
  options: PaymentsRouterOptions,
): MountedInterface => {
  const { mount, endpoints, unknownPath, errors } = createPaymentsInterface(
    caller,
    payments,
    options,
  );
  const { apiKeys = [], health = true } = options;
  const { reference = apiKeys.length === 0 ? 'open' : 'key' } = options;
  if (reference === 'key' && apiKeys.length === 0) {
    throw new TypeError(
      `${caller}: reference: 'key' needs apiKeys, without which everyone could read it`,
    );
  }
  const { parts } = payments;
  const pages =
    parts === undefined ? { endpoints: [] } : processorPages(parts, options, mount, errors);
  const refuse =
    reference === 'key'
      ? referenceAccess(keyOrPassword(authorize(apiKeys), undefined), undefined, errors)
      : undefined;
  const own = [
    ...(health ? healthEndpoints(parts?.ready ?? TE.right(undefined)) : []),
    ...(reference === 'off'
      ? []
      : referenceEndpoints(errors, { refuse, inMemory: pages.endpoints.length > 0 })),
    ...pages.endpoints,
  ];
  return {
    mount,
    endpoints: [...endpoints, ...own, ...otherMethods(own, errors), unknownPath],
    unknownPath,
    errors,
    seeRequest: pages.seeRequest,
  };
};
