import type { Decline } from '../errors.js';

/** What a confirmation comes to. `charged` false: refused before anything was charged. */
export type ConfirmationOutcome =
  | { readonly _tag: 'Approved' }
  | { readonly _tag: 'Authorized' }
  | { readonly _tag: 'Processing' }
  | { readonly _tag: 'RequiresAction' }
  | { readonly _tag: 'Declined'; readonly decline: Decline; readonly charged: boolean };
