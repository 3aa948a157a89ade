import { type HttpError, httpErrorCode } from '../http-error.js';
import { labelOf } from '../read-input.js';
import type { Route } from '../route.js';
import { describeInSpanish } from '../spanish-texts.js';

const quote = (error: HttpError): string => {
  const code = httpErrorCode(error);
  return `\`${describeInSpanish(error)}\`${code === null ? '' : ` (\`${code}\`)`}`;
};

const invalidInput = (route: Route): string => {
  const required = Object.keys(route.input.required).map(labelOf(route));
  const sentences = [
    ...(required.length === 0
      ? []
      : [
          `A required field is absent, \`null\` or blank: ${quote({ _tag: 'MissingInput', required })}.`,
        ]),
    ...(route.access === 'signature'
      ? [
          `The signature is missing: ${quote({ _tag: 'WebhookSignatureMissing' })}. It does not hold: ${quote({ _tag: 'WebhookSignatureInvalid', detail: '<detail>' })}.`,
        ]
      : ['A field is not what it should be, or the processor refuses it; `message` says which.']),
    ...(route.movesMoney
      ? [
          `A field, or a parameter of the query, is unknown: ${quote({ _tag: 'UnknownFields', fields: [{ name: 'ammount', nearest: 'amount' }] })}.`,
        ]
      : []),
    ...(route.body === undefined
      ? []
      : [`The body is not a JSON object: ${quote({ _tag: 'InvalidJson' })}.`]),
    ...(route.takesKey
      ? [`The \`Idempotency-Key\` is none: ${quote({ _tag: 'InvalidIdempotencyKey' })}.`]
      : []),
  ];
  return sentences.join(' ');
};

/** What a route's own failure means. */
export const describeFailure = (route: Route, status: 400 | 402 | 404): string => {
  switch (status) {
    case 400:
      return invalidInput(route);
    case 402:
      return 'The card, its data or its bank said no, and nothing was charged. `code` and `decline_code` say why, `message` is the text of the processor.';
    case 404:
      return 'Nothing has this id, or it was deleted (`resource_missing`).';
  }
};

/** The statuses that failures of any route have, and what they mean. */
export const sharedFailures = {
  401: { name: 'Unauthorized', means: 'The API key is missing or wrong. Nothing was done.' },
  409: {
    name: 'IdempotencyKeyInUse',
    means:
      'Another request with the same `Idempotency-Key` is at work. Nothing was done for this one: send it again, the same, after `Retry-After` seconds. The replay of an event whose payload was dropped is answered 409 too (`event_dropped`).',
  },
  413: {
    name: 'BodyTooLarge',
    means: 'The body is larger than 100 kB, that of a webhook larger than 1 MB.',
  },
  415: {
    name: 'UnsupportedMediaType',
    means: 'The body is not sent as `application/json` in UTF-8.',
  },
  422: {
    name: 'IdempotencyKeyReused',
    means:
      'The `Idempotency-Key` belongs to another request of the last 24 hours. Nothing was done.',
  },
  500: {
    name: 'InternalError',
    means:
      'Something went wrong that is not the request. Where a payment was to be made, look it up before you repeat it. A webhook call also ends so where no signing secret is configured.',
  },
  503: {
    name: 'Unavailable',
    means:
      'The processor cannot be reached or did not answer in time (`processor_unavailable`; the message says whether the work may have been done), or the store of the service cannot (`store_unavailable`).',
  },
} as const;

type SharedStatus = keyof typeof sharedFailures;

export const sharedStatuses: ReadonlyArray<SharedStatus> = [401, 409, 413, 415, 422, 500, 503];

/** The shared failures that this route can end in. */
export const sharedStatusesOf = (route: Route): ReadonlyArray<SharedStatus> => {
  const readsBody = route.body !== undefined || route.rawBody !== undefined;
  const possible: Record<SharedStatus, boolean> = {
    401: route.access === 'api-key',
    409: route.takesKey,
    413: readsBody,
    415: route.body !== undefined,
    422: route.takesKey,
    500: true,
    503: true,
  };
  return sharedStatuses.filter((status) => possible[status]);
};
