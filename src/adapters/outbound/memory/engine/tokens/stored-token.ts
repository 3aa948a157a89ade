import type { CardFace } from '../cards/card-face.js';

/** A token as it is kept. */
export type StoredToken = {
  readonly id: string;
  /** The id that the card will have. */
  readonly card: string;
  readonly face: CardFace;
  readonly created: number;
  readonly used: boolean;
};
