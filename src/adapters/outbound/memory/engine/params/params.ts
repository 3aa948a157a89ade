import type { Param } from './param.js';

/** Parameters that are known, by name. */
export type Known = { readonly [name: string]: Param<unknown> };

/** Parameters by name, at the top of a request or nested in one. */
export type Params<P> = Param<P> & { readonly known: Known };

/** What is read of a parameter, or of several. */
export type ParamsOf<T extends Param<unknown>> = T extends Param<infer A> ? A : never;
