/** A page of a list, newest first. */
export type ListObject<A> = {
  readonly object: 'list';
  readonly data: ReadonlyArray<A>;
  readonly has_more: boolean;
  readonly url: string;
};
