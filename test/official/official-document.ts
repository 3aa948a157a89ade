import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../support/json/at.js';

/** A schema of OpenAPI 3.0, as far as the processor's documents use it. */
export type Schema = {
  readonly $ref?: string;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly const?: unknown;
  readonly enum?: ReadonlyArray<unknown>;
  readonly items?: Schema;
  readonly maxLength?: number;
  /** Of a field that no response has: no value is valid. */
  readonly not?: Schema;
  readonly nullable?: boolean;
  readonly pattern?: string;
  readonly properties?: { readonly [field: string]: Schema };
  readonly required?: ReadonlyArray<string>;
  readonly type?: string;
  readonly 'x-expandableFields'?: ReadonlyArray<string>;
  readonly 'x-known-values'?: ReadonlyArray<string>;
};

/** A request or a response. */
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

const isDocument = (value: unknown): value is OfficialDocument =>
  ['info.version', 'paths', 'components.schemas'].every((path) => at(value, path) !== undefined);

const read = (name: string): OfficialDocument => {
  const document: unknown = JSON.parse(readFileSync(join('test/official/tables', name), 'utf8'));
  if (!isDocument(document)) throw new Error(`${name} is not an OpenAPI document`);
  return document;
};

/** The parts that the tests check of the documents that the processor publishes: see `scripts/official-tables.mjs`. */
export const officialDocuments = {
  /** The OpenAPI document of its API of 2023-08-16. */
  api: read('api-2023-08-16.json'),
  /** The same, with the objects of the types of version 23 of its SDK. */
  sdk: read('sdk-23-types.json'),
};

export type OfficialDocuments = typeof officialDocuments;

const anonymous = (path: string): string => path.replaceAll(/:[^/]+|\{[^/]+\}/g, '{}');

/** Finds an operation in a document, where the parameters of the path may have other names. */
export const documentedOperation = (
  document: OfficialDocument,
  { method, path }: { readonly method: string; readonly path: string },
): DocumentedOperation | undefined =>
  Object.entries(document.paths).find(([one]) => anonymous(one) === anonymous(path))?.[1][
    method.toLowerCase()
  ];

/** An id for each name in the path of an operation. */
export const idsOfPath = (path: string): { readonly [name: string]: string } =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'id']));
