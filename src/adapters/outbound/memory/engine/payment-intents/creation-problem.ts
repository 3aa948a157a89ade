import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { receiptEmail } from '../params/email.js';
import { textUpTo } from '../params/primitives.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import type { CreateIntentParams } from './intent-params.js';
import type { IntentDraft } from './new-intent.js';
import { offSessionProblem } from './off-session-problem.js';
import { returnUrlProblem } from './return-url-problem.js';

// What only a confirmation can mean something with.
const ofConfirmation = [
  'error_on_requires_action',
  'mandate_data',
  'off_session',
  'return_url',
] as const satisfies ReadonlyArray<keyof CreateIntentParams>;

// What is settled by letting the account's payment methods in.
const notAutomatic = [
  'allowed_payment_method_types',
  'confirmation_method',
  'payment_method_types',
] as const satisfies ReadonlyArray<keyof CreateIntentParams>;

// On the wire these are read before; what comes through the port is as a program wrote it.
const texts = {
  description: textUpTo(1000),
  receipt_email: receiptEmail,
  statement_descriptor_suffix: statementDescriptor,
} as const;

const unreadable = (params: CreateIntentParams): ApiError | null => {
  for (const name of ['description', 'receipt_email', 'statement_descriptor_suffix'] as const) {
    const given = params[name];
    const read = given === undefined ? E.right(given) : texts[name].read(given, name);
    if (E.isLeft(read)) return read.left;
  }
  return null;
};

const early = (params: CreateIntentParams): ApiError | null => {
  const param = ofConfirmation.find((name) => params[name] !== undefined);
  return param === undefined
    ? null
    : invalidRequest(
        `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
        { param },
      );
};

const conflicting = (params: CreateIntentParams): ApiError | null => {
  const param =
    params.automatic_payment_methods?.enabled === true
      ? notAutomatic.find((name) => params[name] !== undefined)
      : undefined;
  return param === undefined
    ? null
    : invalidRequest(
        `You may only specify one of these parameters: automatic_payment_methods, ${param}.`,
        { param: 'automatic_payment_methods' },
      );
};

/** Why the parameters of a new intent do not go together; `null` when they do. */
export const creationProblem = (draft: IntentDraft, params: CreateIntentParams): ApiError | null =>
  unreadable(params) ??
  conflicting(params) ??
  (params.confirm === true
    ? (offSessionProblem(draft, params) ?? returnUrlProblem(draft, params))
    : early(params));
