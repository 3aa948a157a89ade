import type { Differences, Excused } from './differences.js';

type Theirs = {
  id: string;
  brand: 'visa' | 'amex' | null;
  card?: { last4: string; checks: { cvc: string | null } | null };
  owner: string | { object: 'customer'; id: string } | { object: 'account'; id: number } | null;
  tags: Array<string> | null;
  notes: { [name: string]: string };
  details: { kind: string };
  kept: number;
};

type Same = {
  readonly id: string;
  readonly brand: 'visa';
  readonly card: { readonly last4: string; readonly checks: { readonly cvc: null } };
  readonly owner: { readonly object: 'customer'; readonly id: string } | string | null;
  readonly tags: ReadonlyArray<string>;
  readonly notes: { readonly [name: string]: string };
  readonly details: { readonly kind: 'card' };
  readonly kept: number;
};

type Other = {
  readonly id: number;
  readonly brand: 'visa' | 'other';
  readonly card: { readonly last4: string | null; readonly checks: { readonly cvc: boolean } };
  readonly owner: { readonly object: 'account'; readonly id: string };
  readonly tags: ReadonlyArray<number>;
  readonly notes: { readonly [name: string]: number };
  readonly details: { readonly [name: string]: unknown };
  readonly colour: string;
};

/** Compiles only if equal types have no differences and different types have exactly these. */
export const found = {
  same: {} satisfies Excused<Differences<Same, Theirs>>,
  other: {
    id: '',
    brand: '',
    'card.last4': '',
    'card.checks.cvc': '',
    'owner.id': '',
    'tags.*': '',
    'notes.*': '',
    'details (any field)': '',
    'colour (unknown)': '',
    'kept (missing)': '',
  } satisfies Excused<Differences<Other, Theirs>>,
};
