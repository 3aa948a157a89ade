import type * as t from 'io-ts';
import { movesMoney } from '../../../application/unknown-fields.js';
import {
  type OperationName,
  type Operations,
  operations,
  type ResultOf,
} from '../../../application/use-cases.js';
import type { Input } from '../../../domain/input.js';

/** The groups of the interface's operations, in the order in which they are read. */
export const tags = {
  Customers: 'Who pays.',
  Cards:
    'Tokens stand for cards once; a customer keeps the cards that were assigned with them. Numbers and security codes are passed on and never kept.',
  Payments:
    'A payment intent is created in **euros** and answered in **cents**. It is charged when it is confirmed, by card only.',
  Refunds:
    'Money goes back in **cents**, all of a charge or a part of it, and never more than was charged.',
  Webhooks: "The processor's events: their receipt, and those that are stored.",
  Operations: 'For machines that watch the service. Their answers are not in the envelope.',
} as const;

export type Tag = keyof typeof tags;

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: those with an API key, or the processor, which signs. */
type Access = 'api-key' | 'signature';

type FieldOf<I extends Input> = Extract<keyof I['required'] | keyof I['optional'], string>;

/** The interface's name of a part of the request, and the input's name of it. */
type Names<Fields extends string> = { readonly [wire: string]: Fields };

type Spec<Fields extends string, Result, Data extends t.Mixed> = {
  readonly method: HttpMethod;
  /** The first is the canonical one, the others are aliases; parameters are written `:name`. */
  readonly paths: readonly [string, ...ReadonlyArray<string>];
  readonly tag: Tag;
  readonly summary: string;
  readonly access?: Access;
  readonly params?: Names<Fields>;
  readonly query?: Names<Fields>;
  readonly body?: Names<Fields>;
  /** Headers in lower case, by falling priority where several lead to one field. */
  readonly headers?: Names<Fields>;
  /** The field that takes the body exactly as it was sent. */
  readonly rawBody?: Fields;
  /** What that body says, once its signature holds. */
  readonly payload?: t.Mixed;
  /** How messages call a field, where that is not its name in the request. */
  readonly labels?: { readonly [F in Fields]?: string };
  readonly status: 200 | 201;
  readonly message: string;
  readonly data: Data;
  readonly present: (result: Result) => t.TypeOf<Data>;
  /** The failures that are this route's own, by HTTP status; those that any route has are not listed. */
  readonly failures?: ReadonlyArray<400 | 402 | 404>;
};

/** An endpoint as a value: the router, the decoding, the rendering and the OpenAPI document come from it. */
export type Route<N extends OperationName = OperationName> = Omit<
  Spec<string, never, t.Mixed>,
  'access' | 'present'
> & {
  readonly operation: N;
  readonly input: Input;
  readonly access: Access;
  /** Whether it takes an `Idempotency-Key` (decision I1). */
  readonly takesKey: boolean;
  /** Whether money moves: fields that it does not know are refused (decision E18). */
  readonly movesMoney: boolean;
  readonly present: (result: never) => unknown;
};

/** The route of an operation. The compiler checks its fields against the operation's input, and `present` against its result. */
export const route = <N extends OperationName, Data extends t.Mixed>(
  operation: N,
  spec: Spec<FieldOf<Operations[N]['input']>, ResultOf<N>, Data>,
): Route<N> => ({
  access: 'api-key',
  ...spec,
  operation,
  input: operations[operation].input,
  takesKey: 'takesKey' in operations[operation],
  movesMoney: movesMoney(operation),
});
