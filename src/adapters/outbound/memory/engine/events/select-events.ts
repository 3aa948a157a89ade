import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { eventTypes } from '../objects/event-types.js';
import { eventsKey } from '../store/state.js';
import type { Selection } from '../store/table.js';

const mostTypes = 20;

/** The types that a name stands for: `charge.*` for all that begin so, `*` for all. */
const typesOf = (name: string): ReadonlyArray<string> =>
  name === '*' || name.endsWith('.*')
    ? eventTypes.filter((type) => type.startsWith(name.slice(0, -1)))
    : [name];

/** Which events are asked for, in terms of what they are kept by. */
export const selectEvents = (params: {
  readonly type?: string;
  readonly types?: ReadonlyArray<string>;
  readonly delivery_success?: boolean;
}): E.Either<ApiError, Selection<'key'>> => {
  const { type, types, delivery_success: success } = params;
  if (type !== undefined && types !== undefined) {
    const message = 'You may only specify one of these parameters: type, types.';
    return E.left(invalidRequest(message, { param: 'type' }));
  }
  if (types !== undefined && types.length > mostTypes) {
    const message = `Array types exceeded maximum ${mostTypes} allowed elements.`;
    return E.left(invalidRequest(message, { param: 'types' }));
  }
  const names = types ?? (type === undefined ? undefined : typesOf(type));
  if (names === undefined && success === undefined) return E.right('all');
  const pending = success === undefined ? [0, 1] : [success ? 0 : 1];
  return E.right({
    index: 'key',
    keys: [...new Set(names ?? eventTypes)].flatMap((name) =>
      pending.map((pending_webhooks) => eventsKey({ type: name, pending_webhooks })),
    ),
  });
};
