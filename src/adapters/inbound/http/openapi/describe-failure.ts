import { describeHttpError } from '../describe-http-error.js';
import type { HttpError } from '../http-error.js';
import { labelOf } from '../read-input.js';
import type { Route } from '../route.js';

const quote = (error: HttpError): string => {
  const { message, code } = describeHttpError(error);
  return `\`${message}\`${code === null ? '' : ` (\`${code}\`)`}`;
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
