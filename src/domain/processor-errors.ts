import type {
  CardError,
  ProcessorAuthenticationFailed,
  ProcessorFailed,
  ProcessorRefused,
  ProcessorUnavailable,
  Unexpected,
} from './payment-error.js';

type Facts<E, Required extends keyof E> = Pick<E, Required> & Partial<Omit<E, Required | '_tag'>>;

/** Makes the errors that a processor of your own may end in. Facts that are left out are `null` or absent. */
export const processorErrors = {
  /** The bank or the card itself refused. `code` defaults to `card_declined`. Nothing was charged or saved. */
  cardError: (facts: Facts<CardError, 'message'>): CardError => ({
    code: 'card_declined',
    decline_code: null,
    param: null,
    charge: null,
    payment_intent: null,
    ...facts,
    _tag: 'CardError',
  }),
  /** The processor refused the request: `status` (4xx) defaults to 400. Nothing was done, unless `decision` says otherwise. */
  refused: (facts: Facts<ProcessorRefused, 'message'>): ProcessorRefused => ({
    status: 400,
    code: null,
    param: null,
    ...facts,
    _tag: 'ProcessorRefused',
  }),
  /** The processor has no such object: the use case then ends in `NotFound`. `param`: the field of the input with the id. */
  notFound: (facts: Facts<ProcessorRefused, 'message'>): ProcessorRefused => ({
    status: 404,
    param: null,
    ...facts,
    code: 'resource_missing',
    _tag: 'ProcessorRefused',
  }),
  /** The processor got this idempotency key with other parameters before. Nothing was done. */
  keyReused: (facts: Facts<ProcessorRefused, 'message'>): ProcessorRefused => ({
    status: 400,
    param: null,
    ...facts,
    code: 'idempotency_error',
    _tag: 'ProcessorRefused',
  }),
  /** The processor did not answer. `outcome`: `not_done` only if the request never left, otherwise `unknown`. */
  unavailable: (facts: Facts<ProcessorUnavailable, 'outcome' | 'cause'>): ProcessorUnavailable => ({
    ...facts,
    _tag: 'ProcessorUnavailable',
  }),
  /** The processor failed: `status` (5xx) defaults to 500. The work may have been done. */
  failed: (facts: Facts<ProcessorFailed, 'cause'>): ProcessorFailed => ({
    status: 500,
    ...facts,
    _tag: 'ProcessorFailed',
  }),
  /** The processor refused your secret key. Nothing was done. */
  authenticationFailed: (
    facts: Facts<ProcessorAuthenticationFailed, 'cause'>,
  ): ProcessorAuthenticationFailed => ({ ...facts, _tag: 'ProcessorAuthenticationFailed' }),
  /** A defect, such as a response that cannot be read. The work may have been done. */
  unexpected: (cause: unknown): Unexpected => ({ _tag: 'Unexpected', cause }),
};
