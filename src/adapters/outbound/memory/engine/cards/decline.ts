/** Why a card was refused, in the processor's words. */
export type Decline = {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
};
