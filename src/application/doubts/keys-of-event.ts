import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import { isObject } from '../../domain/input/json.js';
import { reservedKey } from '../../domain/objects/metadata.js';

const valueAt = (value: unknown, name: string): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined;

// Keys of other programs on the account look otherwise.
const derived = /^[0-9a-f]{64}$/;

/**
 * The idempotency keys at the processor that an event names: that of the request which caused it, and that of the request
 * which created its object. Thin events name none.
 */
export const derivedKeysOf = (event: ProcessorEvent): ReadonlyArray<string> => {
  if (event.object !== 'event') return [];
  const caused = valueAt(valueAt(event, 'request'), 'idempotency_key');
  const created = valueAt(event.data.object['metadata'], reservedKey);
  return [...new Set([caused, created])].filter(
    (key): key is string => typeof key === 'string' && derived.test(key),
  );
};
