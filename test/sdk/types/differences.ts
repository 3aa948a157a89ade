/** A reason for each of these names, and for no other. */
export type Excused<Names extends string> = { readonly [Name in Names]: string };

type Step<Path extends string, Key extends PropertyKey> = `${Path}${Path extends ''
  ? ''
  : '.'}${Key & string}`;

type List = ReadonlyArray<unknown>;

/** The type of a field in each object of a union. */
type Field<T, K extends PropertyKey> = T extends { readonly [P in K]?: unknown } ? T[K] : never;

type KeysOf<T> = T extends object ? keyof T : never;

type Required<T> = T extends object
  ? { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]
  : never;

type OfObject<Ours extends object, Theirs extends object, Path extends string> =
  | {
      [K in keyof Ours & string]: K extends KeysOf<Theirs>
        ? Differences<Ours[K], Field<Theirs, K>, Step<Path, K>>
        : `${Step<Path, K>} (unknown)`;
    }[keyof Ours & string]
  | `${Step<Path, Exclude<Required<Theirs>, KeysOf<Ours>>>} (missing)`;

/** The objects of a union with the same `object`. */
type Meant<Ours, Theirs> = Theirs extends List
  ? never
  : Theirs extends { readonly object: infer Name }
    ? Ours extends { readonly object: Name }
      ? Theirs
      : Ours extends { readonly object: string }
        ? never
        : Theirs
    : Extract<Theirs, object>;

/**
 * The places where a type of ours is not assignable to one of theirs, field by field and as deep as ours goes, as
 * a union of paths: `card.brand`. Our lists may be readonly. `(unknown)` marks a field that theirs does not have,
 * `(missing)` one that theirs requires and ours lacks, `(any field)` a hash of ours that does not name its fields.
 */
export type Differences<Ours, Theirs, Path extends string = ''> = Ours extends List
  ? [Extract<Theirs, List>] extends [never]
    ? Path
    : Differences<Ours[number], Extract<Theirs, List>[number], Step<Path, '*'>>
  : Ours extends object
    ? string extends keyof Ours
      ? [Ours[keyof Ours]] extends [never]
        ? never
        : string extends KeysOf<Theirs>
          ? Differences<Ours[keyof Ours], Field<Theirs, string>, Step<Path, '*'>>
          : `${Path} (any field)`
      : OfObject<Ours, Meant<Ours, Theirs>, Path>
    : [Ours] extends [Theirs]
      ? never
      : Path;
