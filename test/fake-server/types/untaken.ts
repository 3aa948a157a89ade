import type {
  Params,
  ParamsOf,
} from '../../../src/adapters/outbound/memory/engine/params/params.js';

type Asking = { readonly params: Params<object> };

/** Those that are read; one that is only refused reads nothing. */
type Taken<P> = {
  [Name in keyof P]-?: [Exclude<P[Name], undefined>] extends [never] ? never : Name;
}[keyof P];

type Marked<P, Name extends string> = Name extends keyof P ? Name : `${Name} (unknown)`;

type Names<T> = T extends object ? keyof T & string : never;

/**
 * The parameters that the SDK has for an operation and that ours does not take; `(unknown)` marks one that ours does
 * not even refuse by its name. Every operation takes `expand`.
 */
export type Untaken<Theirs, Operation extends Asking> = Marked<
  ParamsOf<Operation['params']>,
  Exclude<Names<Theirs>, Taken<ParamsOf<Operation['params']>> | 'expand'>
>;
