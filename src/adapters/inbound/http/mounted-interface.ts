import {
  type PaymentsParts,
  paymentsParts,
  type ServedPayments,
} from '../../../application/facade/payments.js';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { authorize } from './access/api-keys.js';
import type { Authorize } from './access/clients.js';
import { keyOrPassword, referenceAccess } from './access/reference-access.js';
import type { Endpoint } from './core/matcher.js';
import { otherMethods } from './other-methods.js';
import {
  createPaymentsInterface,
  type PaymentsInterface,
  type PaymentsRouterOptions,
} from './payments-interface.js';
import { referenceEndpoints } from './reference/reference-endpoints.js';
import { type SeeRequest, type ServedEndpoints, serveEndpoints } from './served-endpoints.js';
import { healthEndpoints } from './system-endpoints.js';

/** The first parts of all paths of the interface. */
export const roots = ['/api', '/doc', '/health', '/ready', '/_processor'] as const;

/** The pages and controls of a processor that has some. */
type ProcessorPages = {
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Absent: it need not be called. */
  readonly seeRequest?: SeeRequest;
};

/** Makes the pages and controls of a processor for an interface that is mounted somewhere. */
export type MountPages = (
  processor: PaymentProcessor,
  mounted: Pick<PaymentsInterface, 'errors' | 'mount'> & {
    /** Absent: everybody may call. */
    readonly authorize: Authorize | undefined;
    /** URL at which browsers reach the application. Absent: the localhost that requests ask for. */
    readonly publicUrl: string | undefined;
    /** To be called after a reset. The processor uses its ids again, and the store would drop new events as duplicates. */
    readonly forgetEvents: () => void;
  },
) => ProcessorPages;

// Only the in-memory processor brings pages.
const pagesOf = (
  { processor, forgetEvents }: PaymentsParts,
  { apiKeys = [], processorPages = true, publicUrl }: PaymentsRouterOptions,
  { errors, mount }: PaymentsInterface,
): ProcessorPages => {
  const { mountPages }: PaymentProcessor & { readonly mountPages?: MountPages } = processor;
  if (!processorPages || mountPages === undefined) return { endpoints: [] };
  return mountPages(processor, {
    authorize: apiKeys.length === 0 ? undefined : authorize(apiKeys),
    publicUrl,
    forgetEvents,
    errors,
    mount,
  });
};

/**
 * Makes the whole that all bindings serve: the interface, its reference, the health checks and, with the in-memory processor, its
 * pages and controls. Throws a `TypeError`, with the name of the `caller`, for wrong options.
 */
export const createMountedInterface = (
  caller: string,
  payments: ServedPayments,
  options: PaymentsRouterOptions,
): ServedEndpoints => {
  const made = createPaymentsInterface(caller, payments, options);
  const { mount, endpoints, unknownPath, errors } = made;
  const { apiKeys = [], health = true } = options;
  const { reference = apiKeys.length === 0 ? 'open' : 'key' } = options;
  if (reference === 'key' && apiKeys.length === 0) {
    throw new TypeError(
      `${caller}: reference: 'key' needs apiKeys, without which everyone could read it`,
    );
  }
  const parts = payments[paymentsParts];
  const pages = pagesOf(parts, options, made);
  const refuse =
    reference === 'key'
      ? referenceAccess(keyOrPassword(authorize(apiKeys), undefined), undefined, errors)
      : undefined;
  const own = [
    ...(health ? healthEndpoints(parts.ready) : []),
    ...(reference === 'off'
      ? []
      : referenceEndpoints(errors, {
          refuse,
          inMemory: pages.endpoints.length > 0,
          open: apiKeys.length === 0,
          features: parts.features,
        })),
    ...pages.endpoints,
  ];
  const all = [...endpoints, ...own, ...otherMethods(own, errors), unknownPath];
  return serveEndpoints(all, errors, mount, pages.seeRequest);
};
