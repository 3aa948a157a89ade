import type { CardFace } from '../cards/card-face.js';
import type { BillingDetails } from '../objects/billing-details.js';

/** A token as it is kept. */
export type StoredToken = {
  readonly id: string;
  /** The id that the card will have. */
  readonly card: string;
  readonly face: CardFace;
  readonly billingDetails: BillingDetails;
  /** Of whom asked for it; `null` where nobody can tell. */
  readonly clientIp: string | null;
  readonly created: number;
  readonly used: boolean;
};
