import { assert } from 'chai';

/** The card of a payment method or of a charge's details; fails if there is none. */
export const cardIn = <C>(shown: { readonly card?: C } | undefined): NonNullable<C> => {
  const card = shown?.card;
  assert(card !== undefined && card !== null, 'no card');
  return card;
};
