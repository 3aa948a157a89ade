/** What is left of a deleted object. */
export type DeletedObject<T extends string> = {
  readonly id: string;
  readonly object: T;
  readonly deleted: true;
};
