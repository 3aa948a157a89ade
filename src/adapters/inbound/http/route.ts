import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import type { WebhookAnswer } from '../../../application/ports/webhook-receiver.js';
import { movesMoney } from '../../../application/unknown-fields.js';
import {
  type OperationName,
  type Operations,
  operations,
  type ResultOf,
} from '../../../application/use-cases.js';
import type { Siblings } from '../../../domain/input/field.js';
import {
  decodeInput,
  type Input,
  type InputError,
  type InputOf,
} from '../../../domain/input/input.js';
import type { Words } from './core/language.js';
import type { Permission } from './permissions.js';

/** The groups of operations, in the order of the API reference. */
export const tags = {
  Customers: 'The people who pay.',
  Cards:
    'A token represents a card and can be used once, to assign the card to a customer. Card numbers and security codes are passed on and never stored.',
  Payments:
    'A payment intent is created in **euros**, and answers are in **cents**. It is charged when it is confirmed. Cards only.',
  'Setup intents':
    'A setup intent saves a card of a customer for later payments, and charges nothing. The customer may have to authenticate, once. Cards only.',
  Checkout:
    'A checkout session is a page of the processor on which a customer pays, or saves a card. Nothing is charged before.',
  Refunds:
    'A refund, in **cents**, gives back a charge or a part of it, and never more than was charged.',
  Ledger:
    'What was charged, and what became of the money until it was paid out, for the books of the shop. In **cents**.',
  Disputes:
    "A cardholder's bank claims a charge back. Send evidence before its deadline, or accept the dispute.",
  Webhooks: "The processor's events: receiving them, and the stored ones.",
  Doubts:
    'Requests whose outcome is unknown, and payments that wait for a second confirmation. Somebody has to look.',
  Operations: 'Health checks for machines. Their answers have no envelope.',
} as const;

export type Tag = keyof typeof tags;

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The callers of a route: clients whose API key has the permission, or the processor with a signature. */
type Access = Permission | 'signature';

type FieldOf<I extends Input> = Extract<keyof I['required'] | keyof I['optional'], string>;

/** The name of a field on the wire, and its name in the input. */
type Names<Fields extends string = string> = { readonly [wire: string]: Fields };

type NoNames = Readonly<Record<never, never>>;

/** The input as HTTP requests write it, where it is not that of the operation. */
type OnTheWire<I extends Input, Decoded> = {
  readonly input: I;
  /** The fields that become others of the operation. */
  readonly standsFor?: { readonly [field: string]: string };
  /** Translates the decoded input to that of the operation. */
  readonly translate: (input: InputOf<I>) => Decoded;
};

type Spec<Fields extends string, Result, Data extends t.Mixed> = {
  readonly method: HttpMethod;
  /** Parameters are written `:name`. */
  readonly path: string;
  /** Other paths of the interface, which behave the same. */
  readonly aliases?: ReadonlyArray<string>;
  /** Aliases with POST, whatever the method. */
  readonly postAliases?: ReadonlyArray<string>;
  readonly tag: Tag;
  readonly summary: string;
  /** For the API reference: what the summary does not say. */
  readonly description: string;
  readonly access: Access;
  readonly params?: Names<Fields>;
  readonly query?: Names<Fields>;
  readonly body?: Names<Fields>;
  /** Headers in lower case. When several give the same field, the first has priority. */
  readonly headers?: Names<Fields>;
  /** The field that receives all headers. */
  readonly allHeaders?: Fields;
  /** The field that receives the body exactly as it was sent. */
  readonly rawBody?: Fields;
  /** The codec of that body's content. */
  readonly payload?: t.Mixed;
  /** The field with an address and an agent that may be `true`: then they are those of the request. */
  readonly fromRequest?: Fields;
  /** The name of a required field in the text about missing ones, where it is not its name in the request. */
  readonly labels?: { readonly [F in Fields]?: string };
  readonly status: 200 | 201;
  /** Of a success. */
  readonly message: Words;
  readonly data: Data;
  readonly present: (result: Result) => t.TypeOf<Data>;
  /** The answer that the caller expects instead of the envelope of a success; `undefined`: it takes the envelope. */
  readonly ownAnswer?: (result: Result) => WebhookAnswer | undefined;
  /** The HTTP statuses of this route's own failures. Those that every route can have are not listed. */
  readonly failures?: ReadonlyArray<400 | 402 | 404>;
};

/** An endpoint as a value. The router, the decoding, the rendering, the client and the OpenAPI document are derived from it. */
export type Route<N extends OperationName = OperationName> = Omit<
  Spec<string, never, t.Mixed>,
  'present' | 'ownAnswer'
> & {
  readonly operation: N;
  /** All its paths, in the order in which they are matched. */
  readonly paths: ReadonlyArray<string>;
  readonly input: Input;
  /** The fields of the input that become others of the operation. */
  readonly standsFor?: { readonly [field: string]: string };
  /** Decodes a request's fields to the input of the operation. `nameOf`, `labelOf`, `without`: as those of `decodeInput`. */
  readonly decode: (
    nameOf: (field: string) => string,
    labelOf: (field: string) => string,
    without: ReadonlyArray<string>,
  ) => (raw: Siblings) => E.Either<InputError, object>;
  /** Whether it accepts an `Idempotency-Key` (decision I1). */
  readonly takesKey: boolean;
  /** Whether it moves money: then unknown fields are refused (decision E18). */
  readonly movesMoney: boolean;
  readonly present: (result: never) => unknown;
  readonly ownAnswer?: (result: never) => WebhookAnswer | undefined;
};

/** The method of a route on one of its paths. */
export const methodOn = ({ method, postAliases = [] }: Route, path: string): HttpMethod =>
  postAliases.includes(path) ? 'POST' : method;

// Known by their literal types.
type Shape = 'method' | 'path' | 'params' | 'query' | 'body';

/**
 * Makes the route of an operation. Its fields must be those of the operation's input, and `present` must take its result. The
 * names stay literal types, from which the client is derived.
 */
export const route = <
  N extends OperationName,
  const Method extends HttpMethod,
  const Path extends string,
  Data extends t.Mixed,
  W extends Input = Operations[N]['input'],
  const Params extends Names<FieldOf<W>> = NoNames,
  const Query extends Names<FieldOf<W>> = NoNames,
  const Body extends Names<FieldOf<W>> = NoNames,
>(
  operation: N,
  {
    wire,
    ...spec
  }: Spec<FieldOf<W>, ResultOf<N>, Data> & {
    readonly wire?: OnTheWire<W, InputOf<Operations[N]['input']>>;
    readonly method: Method;
    readonly path: Path;
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
  },
): Omit<Route<N>, Shape | 'present'> & {
  readonly method: Method;
  readonly path: Path;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly present: (result: never) => t.TypeOf<Data>;
} => ({
  ...spec,
  operation,
  // An alias such as `/customers/delete` would otherwise be taken for the path of a customer with that id.
  paths: [...(spec.postAliases ?? []), ...(spec.aliases ?? []), spec.path],
  input: wire?.input ?? operations[operation].input,
  ...(wire?.standsFor === undefined ? {} : { standsFor: wire.standsFor }),
  decode: (...names) =>
    wire === undefined
      ? decodeInput<Input>(operations[operation].input, ...names)
      : flow(decodeInput(wire.input, ...names), E.map(wire.translate)),
  takesKey: 'takesKey' in operations[operation],
  movesMoney: movesMoney(operation),
});
