/** The name under which objects carry the idempotency key that they were created with, in their metadata (decision P14). */
export const keyMetadata = 'pasarela_key';

const metadataOf = (object: object): object => {
  const metadata: unknown = Reflect.get(object, 'metadata');
  return typeof metadata === 'object' && metadata !== null ? metadata : {};
};

/** The input of a creation, whose object is to carry this idempotency key. Without a key it stays as it is. */
export const withKeyMetadata = <I extends object>(
  input: I,
  idempotencyKey: string | undefined,
): I =>
  idempotencyKey === undefined
    ? input
    : { ...input, metadata: { ...metadataOf(input), [keyMetadata]: idempotencyKey } };

/** The idempotency key that an object was created with, as far as it carries one. */
export const keyInMetadata = (object: object): string | undefined => {
  const key: unknown = Reflect.get(metadataOf(object), keyMetadata);
  return typeof key === 'string' ? key : undefined;
};
