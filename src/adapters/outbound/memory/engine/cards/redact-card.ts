import { findTestCard } from './find-test-card.js';

/** A card as an idempotency key remembers it: nothing that would lead back to a real number or security code. */
export const redactCard = ({
  number,
  cvc,
  ...rest
}: {
  readonly number: string;
  readonly cvc?: string;
}): unknown => ({
  ...rest,
  card: findTestCard(number) ?? null,
  cvc: cvc?.length ?? null,
});
