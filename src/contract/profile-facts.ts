import { strict as assert } from 'node:assert';
import type { ProcessorRefused } from '../domain/payment-error.js';
import type { IdKind } from './contract-options.js';

type Refusal = Partial<ProcessorRefused>;

/** Facts in which profiles differ: the port leaves open what Stripe fixes. */
export type ProfileFacts = {
  /** Asserts that an id is one of its kind. */
  readonly isId: (what: string, id: unknown, kind: IdKind) => void;
  /** The id that the call is about names nothing. */
  readonly notFound: Refusal;
  /** The id in this parameter names nothing. */
  readonly missing: (param: string) => Refusal;
  /** The customer of a new card does not exist. */
  readonly missingCardOwner: Refusal;
  readonly missingToken: Refusal;
  readonly wrongState: Refusal;
  readonly wrongSetupState: Refusal;
  readonly captureTooLarge: Refusal;
  readonly refundTooLarge: Refusal;
  readonly alreadyRefunded: Refusal;
  readonly usedToken: Refusal;
  /** The request is wrong in another way. */
  readonly invalid: Refusal;
};

const missing: Refusal = { code: 'resource_missing' };

// The status of a refusal is 4xx, which every reply is checked for.
const refused: Refusal = {};

/** The facts of the port. */
export const portExpects: ProfileFacts = {
  isId: (what, id) => {
    assert.ok(
      typeof id === 'string' && /^[\w-]+$/.test(id),
      `${what} must consist of letters, digits, - and _, but is ${JSON.stringify(id)}`,
    );
  },
  notFound: missing,
  missing: () => missing,
  missingCardOwner: missing,
  missingToken: missing,
  wrongState: refused,
  wrongSetupState: refused,
  captureTooLarge: refused,
  refundTooLarge: refused,
  alreadyRefunded: refused,
  usedToken: refused,
  invalid: refused,
};
