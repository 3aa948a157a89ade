/** Where an event is sent. */
export type Target = {
  /** Id of the registered endpoint; `null` for a URL that nobody registered. */
  readonly endpoint: string | null;
  readonly url: string;
  readonly secret: string;
  /** The version that the endpoint asked for. */
  readonly apiVersion: string | null;
};
