/** JSON that a recording fixes; a text names captured ids as `{name}`. Marks stand where the recorded value varies. */
export type Recorded =
  | string
  | number
  | boolean
  | null
  | Mark
  | ReadonlyArray<Recorded>
  | { readonly [key: string]: Recorded };

/** A value that varies by nature. */
class Mark {
  readonly holds: (value: unknown) => boolean;
  readonly name: string;

  constructor(name: string, holds: (value: unknown) => boolean) {
    this.name = name;
    this.holds = holds;
  }
}

/** A time in Unix seconds. */
export const someTime = new Mark('a time', (value) => Number.isSafeInteger(value));

/** A number that differs by the day of the recording: a month or a year. */
export const someNumber = new Mark('a number', (value) => Number.isSafeInteger(value));

/** A text that differs in every recording: a fingerprint, a prefix, an address of a log. */
export const someText = new Mark('a text', (value) => typeof value === 'string' && value !== '');

/** An id, for example `cus`. */
export const someId = (prefix: string): Mark =>
  new Mark(
    `an id ${prefix}_…`,
    (value) => typeof value === 'string' && value.startsWith(`${prefix}_`),
  );

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Recorded): value is ReadonlyArray<Recorded> => Array.isArray(value);

const show = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  return value instanceof Mark ? value.name : JSON.stringify(value);
};

/** Replaces `{name}` by the id that was captured under this name. */
export const withIds = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole);

type Comparison = {
  readonly ids: ReadonlyMap<string, string>;
  /** Whether a field that the recording lacks is a difference. */
  readonly exactly: boolean;
};

const inside = (path: string, key: string | number): string =>
  path === '' ? String(key) : `${path}.${key}`;

/** The differences between a recorded value and a received one: the path of each, and its description. */
export const differences = (
  recorded: Recorded | undefined,
  received: unknown,
  comparison: Comparison,
  path = '',
): ReadonlyMap<string, string> => {
  const different = (): ReadonlyMap<string, string> =>
    new Map([[path, `${path}: recorded ${show(recorded)}, received ${show(received)}`]]);
  if (recorded instanceof Mark) return recorded.holds(received) ? new Map() : different();
  if (typeof recorded === 'string') {
    return withIds(recorded, comparison.ids) === received ? new Map() : different();
  }
  if (typeof recorded !== 'object' || recorded === null) {
    return recorded === received ? new Map() : different();
  }
  if (isList(recorded)) {
    if (!Array.isArray(received) || received.length !== recorded.length) return different();
    return new Map(
      recorded.flatMap((one, index) => [
        ...differences(one, received[index], comparison, inside(path, index)),
      ]),
    );
  }
  if (!isRecord(received)) return different();
  const keys = new Set([
    ...Object.keys(recorded),
    ...(comparison.exactly ? Object.keys(received) : []),
  ]);
  return new Map(
    [...keys].flatMap((key) => [
      ...differences(recorded[key], received[key], comparison, inside(path, key)),
    ]),
  );
};
