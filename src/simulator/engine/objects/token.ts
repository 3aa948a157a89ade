import type { CardObject } from './card.js';

/** A token for a card. */
export type TokenObject = {
  readonly id: string;
  readonly object: 'token';
  readonly card: CardObject;
  readonly client_ip: string | null;
  readonly created: number;
  readonly livemode: false;
  readonly type: 'card';
  readonly used: boolean;
};
