import * as E from 'fp-ts/lib/Either.js';
import { chargesOf } from '../../adapters/outbound/charges-of.js';
import type { Engine } from '../../adapters/outbound/memory/engine/engine.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { listSources } from '../../adapters/outbound/memory/engine/sources/list-sources.js';

type Older = {
  /** The first version without it. */
  readonly until: string;
  readonly object: string;
  readonly fields: (engine: Engine, object: JsonObject) => JsonObject;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What objects had in older versions, and clients that ask for those still look for. */
const older: ReadonlyArray<Older> = [
  {
    until: '2022-11-15',
    object: 'payment_intent',
    fields: (engine, { id, latest_charge }) => ({
      charges: chargesOf(
        String(id),
        typeof latest_charge === 'string'
          ? (engine.chargeOf(latest_charge) ?? null)
          : latest_charge,
      ),
    }),
  },
  {
    until: '2020-08-27',
    object: 'customer',
    fields: (engine, { id, sources }) => {
      const list = engine.control(listSources, { customer: String(id) });
      return sources === undefined && E.isRight(list) ? { sources: list.right } : {};
    },
  },
];

/** Makes the newest shapes those of a version. Events stay as they are: they have a version of their own. */
export const inVersion = (version: string, engine: Engine): ((body: JsonObject) => JsonObject) => {
  const fields = older.filter(({ until }) => version < until);
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    return isObject(value) && value['object'] !== 'event' ? shownObject(value) : value;
  };
  const shownObject = (object: JsonObject): JsonObject =>
    Object.fromEntries([
      ...Object.entries(object).map(([name, value]) => [name, shown(value)] as const),
      ...fields
        .filter((one) => one.object === object['object'])
        .flatMap((one) => Object.entries(one.fields(engine, object))),
    ]);
  return fields.length === 0 ? (body) => body : shownObject;
};
