import { unsupportedFields } from '../../../../application/unsupported-operations.js';
import type { ProcessorFeatures } from '../../../../domain/processor-feature.js';
import type { Language } from '../core/language.js';
import type { HttpError } from '../http-error.js';
import { describeHttpError, httpErrorCode } from '../http-error-facts.js';
import { labelOf } from '../read-input.js';
import type { Route } from '../route.js';

const quoteIn =
  (language: Language) =>
  (error: HttpError): string => {
    const code = httpErrorCode(error);
    return `\`${describeHttpError(error, language)}\`${code === null ? '' : ` (\`${code}\`)`}`;
  };

/** The refusal of an operation that has a ceiling. */
const ceilingOf = ({ operation }: Route): ReadonlyArray<string> => {
  if (operation === 'createPaymentIntent')
    return ['The payment is above the ceiling of the service or the client (`payment_too_large`).'];
  return operation === 'refundCharge'
    ? [
        'The refund, or the sum of the refunds of the client in a day, is above its ceiling (`refund_too_large`).',
      ]
    : [];
};

const invalidInput = (route: Route, language: Language, features: ProcessorFeatures): string => {
  const quote = quoteIn(language);
  const without = unsupportedFields(features, route.operation);
  const fields = Object.keys(route.input.required).filter((field) => !without.includes(field));
  const required = fields.map(labelOf(route));
  const sentences = [
    ...(required.length === 0
      ? []
      : [
          `A required field is absent, \`null\` or blank: ${quote({ _tag: 'MissingInput', required, fields })}. \`fields\` names the missing ones.`,
        ]),
    ...(route.access === 'signature'
      ? [
          `The signature is missing: ${quote({ _tag: 'WebhookSignatureMissing' })}. The signature is invalid: ${quote({ _tag: 'WebhookSignatureInvalid', detail: '<detail>' })}.`,
        ]
      : [
          'A field is invalid (`invalid_field`, with its name in `field`), or the processor refuses it; `message` says why.',
        ]),
    ...ceilingOf(route),
  ];
  return sentences.join(' ');
};

/** A list, in Markdown, of what requests of any operation are refused for with 400. */
export const generalRefusals = (language: Language): string => {
  const quote = quoteIn(language);
  return [
    `The body is not a JSON object: ${quote({ _tag: 'InvalidJson' })}.`,
    `A field or query parameter is unknown where money moves: ${quote({ _tag: 'UnknownFields', fields: [{ name: 'ammount', nearest: 'amount' }] })}.`,
    `A text has a card number, and the service refuses that: ${quote({ _tag: 'CardNumberInText', fields: ['description'] })}.`,
    `The \`Idempotency-Key\` is invalid: ${quote({ _tag: 'InvalidIdempotencyKey' })}.`,
    `The service demands an \`Idempotency-Key\`: ${quote({ _tag: 'IdempotencyKeyRequired' })}.`,
  ]
    .map((line) => `- ${line}`)
    .join('\n');
};

/** Describes a route's own failure. */
export const describeFailure = (
  route: Route,
  status: 400 | 402 | 404,
  language: Language,
  features: ProcessorFeatures = {},
): string => {
  switch (status) {
    case 400:
      return invalidInput(route, language, features);
    case 402:
      return 'The bank declined the card, or its data are wrong. Nothing was charged. `code` and `decline_code` say why, `message` is the text of the processor.';
    case 404:
      return 'The object does not exist or was deleted (`resource_missing`).';
  }
};

/** The failures that several routes share, by status. */
export const sharedFailures = {
  401: { name: 'Unauthorized', means: 'The API key is missing or wrong. Nothing was done.' },
  403: {
    name: 'Forbidden',
    means:
      'The client of the API key lacks the scope that the operation needs (`insufficient_scope`). Or the service accepts no card numbers, as with a live key (`card_numbers_not_accepted`): tokenize on the client, and assign the token. Nothing was done.',
  },
  409: {
    name: 'IdempotencyKeyInUse',
    means:
      'Another request with the same `Idempotency-Key` is still running. Nothing was done for this one: repeat it unchanged after `Retry-After` seconds. Replaying an event whose payload was erased is also 409 (`event_dropped`).',
  },
  413: {
    name: 'BodyTooLarge',
    means: 'The body is larger than 100 kB, or that of a webhook is larger than 1 MB.',
  },
  415: {
    name: 'UnsupportedMediaType',
    means: 'The body was not sent as `application/json` in UTF-8.',
  },
  422: {
    name: 'IdempotencyKeyReused',
    means:
      'The `Idempotency-Key` was used for a different request in the last 24 hours. Nothing was done.',
  },
  429: {
    name: 'TooManyRequests',
    means:
      'The client has sent more requests than it may in a minute, or its address too many without a valid API key. Nothing was done for this one: repeat it unchanged, with the same `Idempotency-Key`, after `Retry-After` seconds.',
  },
  500: {
    name: 'InternalError',
    means:
      'An error of the service, not of the request. Look a payment up before you repeat its request. Webhook calls also get this when no signing secret is configured.',
  },
  503: {
    name: 'Unavailable',
    means:
      'The processor is unreachable or did not answer in time (`processor_unavailable`; `message` says whether the operation may have been done), or the store of the service is unreachable (`store_unavailable`). Or too many requests are in progress (`overloaded`): nothing was done for this one.',
  },
} as const;

/** The status of a shared failure. */
export type SharedStatus = keyof typeof sharedFailures;

const sharedStatuses: ReadonlyArray<SharedStatus> = [401, 403, 409, 413, 415, 422, 429, 500, 503];

/** The shared failures of a service. `open`: it has no API keys. */
export const sharedStatusesIn = (open: boolean): ReadonlyArray<SharedStatus> =>
  sharedStatuses.filter((status) => !(open && status === 401));

/** The shared failures of a route. `open`: the service has no API keys. */
export const sharedStatusesOf = (route: Route, open: boolean): ReadonlyArray<SharedStatus> => {
  const readsBody = route.body !== undefined || route.rawBody !== undefined;
  const possible: Record<SharedStatus, boolean> = {
    401: route.access !== 'signature',
    403: route.access !== 'signature',
    409: route.takesKey,
    413: readsBody,
    415: route.body !== undefined,
    422: route.takesKey,
    429: route.access !== 'signature',
    500: true,
    503: true,
  };
  return sharedStatusesIn(open).filter((status) => possible[status]);
};
