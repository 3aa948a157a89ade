/** What is posted. */
export type Message = {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};
