import { unsupportedFields } from '../../../../application/unsupported-operations.js';
import type { JsonSchema } from '../../../../domain/input/field.js';
import type { Input } from '../../../../domain/input/input.js';
import type { ProcessorFeatures } from '../../../../domain/processor-feature.js';
import type { Route } from '../route.js';

type FormRole = (typeof formRoles)[number];

type Names = { readonly [wire: string]: string };

/** A field of a request, by its name on the wire. */
export type Part = {
  readonly wire: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** The field that can replace it: exactly one of the two must be given. */
  readonly instead?: string;
  /** A field that must not be given with it. */
  readonly excludes?: string;
  /** Its role in the other form of the input. `usual`: it is required in the usual form. */
  readonly role?: { readonly name: FormRole; readonly usual: boolean };
};

/** The fields of a request on one of a route's paths, by place. */
export type RequestParts = {
  readonly path: ReadonlyArray<Part>;
  readonly query: ReadonlyArray<Part>;
  readonly headers: ReadonlyArray<Part>;
  /** The fields of the JSON body; `undefined` when no body is read. */
  readonly body: ReadonlyArray<Part> | undefined;
};

// A blank string counts as missing.
const filledIn = (schema: JsonSchema): JsonSchema =>
  schema['type'] === 'string' && !('pattern' in schema) && !('enum' in schema)
    ? { ...schema, pattern: '\\S' }
    : schema;

const formRoles = ['by', 'open', 'without', 'flag', 'token', 'completed'] as const;

const roleOf = ({ form, required }: Input, field: string): Pick<Part, 'role'> => {
  const name = formRoles.find((role) => form !== undefined && [form[role]].flat().includes(field));
  return name === undefined ? {} : { role: { name, usual: Object.hasOwn(required, field) } };
};

// `true` stands for the address and the agent of the request.
const orFromRequest = ({ description, ...schema }: JsonSchema): JsonSchema => ({
  description: `${String(description)}. \`true\`: those of this request, which the customer's browser has sent`,
  anyOf: [schema, { type: 'boolean', const: true }],
});

const partOf =
  (input: Input, names: Names = {}, fromRequest?: string) =>
  ([wire, name]: readonly [string, string]): Part => {
    const { required, optional, instead } = input;
    const role = roleOf(input, name);
    const needed = required[name];
    const other = instead[name];
    const [substitute] = Object.entries(names).find(([, field]) => field === other) ?? [];
    if (needed !== undefined) {
      const schema = filledIn(needed.schema);
      return substitute === undefined
        ? { wire, required: role.role === undefined, schema, ...role }
        : { wire, required: false, schema, instead: substitute };
    }
    const field = optional[name];
    if (field === undefined) throw new Error(`${wire} leads to no field of the input`);
    return {
      wire,
      required: false,
      schema: name === fromRequest ? orFromRequest(field.schema) : field.schema,
      ...role,
      ...(substitute === undefined ? {} : { excludes: substitute }),
    };
  };

/**
 * The fields of a request of a route on one of its paths, without those that the processor does not take. A field in the path is not
 * listed again in the body or query.
 */
export const requestParts = (
  route: Route,
  path: string,
  features: ProcessorFeatures = {},
): RequestParts => {
  const without = unsupportedFields(features, route.operation);
  const inPath = Object.entries(route.params ?? {}).filter(([wire]) =>
    path.split('/').includes(`:${wire}`),
  );
  const leftOut = new Set([...inPath.map(([, field]) => field), ...without]);
  const partsOf = (names: Names | undefined): ReadonlyArray<Part> =>
    Object.entries(names ?? {})
      .filter(([, field]) => !leftOut.has(field) && !leftOut.has(route.standsFor?.[field] ?? field))
      .map(partOf(route.input, names, route.fromRequest));
  const body = partsOf(route.body);
  return {
    path: inPath.map(partOf(route.input)),
    query: partsOf(route.query),
    headers: partsOf(route.headers),
    body: body.length === 0 ? undefined : body,
  };
};

const having = (...wires: ReadonlyArray<string>): JsonSchema => ({
  type: 'object',
  required: wires,
  properties: Object.fromEntries(wires.map((wire) => [wire, {}])),
});

// `flag`: the schema of the field that confirms.
const oneForm = (
  needed: ReadonlyArray<Part>,
  refused: ReadonlyArray<Part>,
  flag: { readonly [wire: string]: JsonSchema } = {},
): JsonSchema => {
  const { properties, ...rest } = having(...needed.map(({ wire }) => wire));
  const [first, ...others] = refused.map(({ wire }) => having(wire));
  return {
    ...rest,
    properties: { ...Object(properties), ...flag },
    ...(first === undefined
      ? {}
      : { not: others.length === 0 ? first : { anyOf: [first, ...others] } }),
  };
};

/** The forms of a body, of which it has exactly one. */
const formsOf = (body: NonNullable<RequestParts['body']>): ReadonlyArray<JsonSchema> => {
  const as = (...names: ReadonlyArray<FormRole>): ReadonlyArray<Part> =>
    body.filter(({ role }) => role !== undefined && names.includes(role.name));
  const usual = oneForm(
    as('open', 'without').filter(({ role }) => role?.usual),
    as('by', 'token', 'completed'),
  );
  if (as('by').length === 0) return [usual];
  const flagged = (schema: JsonSchema) =>
    Object.fromEntries(as('flag').map(({ wire }) => [wire, schema]));
  const onPage = oneForm(
    as('by'),
    as('without', 'token', 'completed'),
    flagged({ not: { const: true } }),
  );
  if (as('token').length === 0) return [usual, onPage];
  const completed = oneForm(as('by', 'token', 'flag'), as('without'), flagged({ const: true }));
  return [usual, onPage, completed];
};

const exclusions = (body: NonNullable<RequestParts['body']>): JsonSchema => {
  const rules = body.flatMap(({ wire, instead, excludes }): ReadonlyArray<JsonSchema> => {
    if (instead !== undefined) return [{ oneOf: [having(wire), having(instead)] }];
    return excludes === undefined ? [] : [{ not: having(wire, excludes) }];
  });
  const forms = body.some(({ role }) => role !== undefined) ? formsOf(body) : [];
  const all = forms.length === 0 ? rules : [...rules, { oneOf: forms }];
  return all.length === 0 ? {} : { allOf: all };
};

/** The JSON Schema of a request's body. `closed`: unknown fields are refused. */
export const bodySchema = (body: NonNullable<RequestParts['body']>, closed = false): JsonSchema => {
  const required = body.filter((part) => part.required).map((part) => part.wire);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...exclusions(body),
    ...(closed ? { additionalProperties: false } : {}),
    properties: Object.fromEntries(body.map(({ wire, schema }) => [wire, schema])),
  };
};
