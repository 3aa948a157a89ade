/** Where events are sent on to. */
export type EventForwardConfig = {
  readonly url: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
  /** How long an answer may take. */
  readonly timeoutMs: number;
};
