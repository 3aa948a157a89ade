import type { Stripe } from 'stripe';
import type { Params, ParamsOf } from '../../../src/simulator/engine/params/shape.js';

type Asking = { readonly params: Params<object> };

/** The hashes among the types of a parameter, also in lists. A decimal is text on the wire. */
type Hash<T> = T extends string | number | boolean | Stripe.Decimal
  ? never
  : T extends ReadonlyArray<infer Item>
    ? Hash<Item>
    : Extract<T, object>;

type NamesOf<T> = T extends object ? keyof T & string : never;

type Given<T, Name extends string> = T extends { readonly [N in Name]?: infer Value }
  ? Exclude<Value, undefined>
  : never;

type Nested<Path extends string, Name extends string> = Path extends '' ? Name : `${Path}[${Name}]`;

type UntakenOne<Theirs, Ours, Name extends string, Path extends string> =
  Name extends NamesOf<Ours>
    ? [Given<Ours, Name>] extends [never]
      ? Path
      : UntakenIn<Hash<Given<Theirs, Name>>, Hash<Given<Ours, Name>>, Path>
    : `${Path} (unknown)`;

type UntakenIn<Theirs, Ours, Path extends string> = [Theirs] extends [never]
  ? never
  : string extends NamesOf<Theirs>
    ? never
    : {
        [Name in NamesOf<Theirs>]: UntakenOne<Theirs, Ours, Name, Nested<Path, Name>>;
      }[NamesOf<Theirs>];

/**
 * The parameters of the SDK that our operation does not accept, at any depth, such as `card[number]`. A parameter that ours
 * knows but does not simulate is refused by its name; `(unknown)` marks the others. Every operation accepts
 * `expand`.
 */
export type Untaken<Theirs, Operation extends Asking> = UntakenIn<
  Omit<Theirs, 'expand'>,
  ParamsOf<Operation['params']>,
  ''
>;
