/** Where events are sent on to. */
export type EventForwardConfig = {
  readonly url: string;
  /** Each `whsec_` and a key in base64; several while one replaces another. */
  readonly secrets: ReadonlyArray<string>;
  /** How long an answer may take. */
  readonly timeoutMs: number;
};
