/** A schema of OpenAPI 3.0, as far as the processor's documents use it. */
export type Schema = {
  readonly $ref?: string;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly const?: unknown;
  readonly enum?: ReadonlyArray<unknown>;
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly properties?: { readonly [field: string]: Schema };
  readonly required?: ReadonlyArray<string>;
  readonly type?: string;
  readonly 'x-known-values'?: ReadonlyArray<string>;
};

/** A request or an answer. */
type Content = { readonly content: { readonly [type: string]: { readonly schema: Schema } } };

export type DocumentedOperation = {
  readonly parameters?: ReadonlyArray<{
    readonly in: string;
    readonly name: string;
    readonly schema: Schema;
  }>;
  readonly requestBody: Content;
  readonly responses: { readonly '200': Content; readonly default: Content };
};

/** A document in which the processor describes itself. */
export type OfficialDocument = {
  readonly info: { readonly version: string };
  readonly paths: {
    readonly [path: string]: { readonly [method: string]: DocumentedOperation };
  };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};
