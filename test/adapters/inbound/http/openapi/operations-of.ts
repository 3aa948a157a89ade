/** An operation of an OpenAPI document, with where it is. */
export type DocumentedOperation = {
  readonly method: string;
  readonly path: string;
  readonly operation: unknown;
};

const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** All operations of an OpenAPI document. */
export const operationsOf = (document: {
  readonly [key: string]: unknown;
}): ReadonlyArray<DocumentedOperation> =>
  entriesOf(document['paths']).flatMap(([path, item]) =>
    entriesOf(item).map(([method, operation]) => ({ method, path, operation })),
  );
