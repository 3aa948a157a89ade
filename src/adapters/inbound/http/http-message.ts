/** A response, ready to be sent as JSON. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: { readonly [name: string]: unknown };
};
