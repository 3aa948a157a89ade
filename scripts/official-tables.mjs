// Writes test/official/tables from the processor's own documents: facts only, and only those that the tests check. Runs on the code
// that `tsc` has compiled into build/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const built = (name) => import(new URL(`../build/${name}`, import.meta.url).href);
const { engineOperations } = await built('src/simulator/engine/operations.js');
const { startFakeServer } = await built('src/fake-server.js');
const { claimsOf } = await built('test/official/complaints-about.js');
const { documentedExpansions } = await built('test/official/documented-expansions.js');
const { driveEverything } = await built('test/official/drive/drive-everything.js');
const { judgedParams } = await built('test/official/judged-params.js');
const { documentedOperation } = await built('test/official/official-document.js');
const { createRecorder } = await built('test/official/recorder.js');
const { objectSchema, shapesOf, tagsOf } = await built('test/official/shapes-of.js');

const [, , folder = ''] = process.argv;
if (folder === '') {
  throw new Error('npm run official-tables -- FOLDER: the folder with the documents');
}

const operations = Object.values(engineOperations);
const given = new Set(operations.map(({ returns }) => returns));
const facts = [
  'type',
  'const',
  'enum',
  'x-known-values',
  'x-expandableFields',
  'maxLength',
  'pattern',
  'nullable',
];
// No response has it. One that does is refused until the tables are written anew.
const notReturned = { not: {} };
const prefix = '#/components/schemas/';

const drive = async () => {
  const server = await startFakeServer({ seed: 1 });
  const { httpClient, exchanges } = createRecorder();
  await driveEverything(server, { httpClient, maxNetworkRetries: 0 });
  await server.close();
  return exchanges;
};

// Of an object that no response has, only what tells it from others.
const stub = (schema) => {
  const tags = tagsOf(schema);
  return tags.length === 0
    ? { type: schema.type, ...notReturned }
    : {
        type: schema.type,
        properties: Object.fromEntries(tags.map(([field, value]) => [field, { const: value }])),
        required: tags.map(([field]) => field),
      };
};
/** Writes the part of a document that describes these exchanges and the parameters that are accepted. */
const tableOf = (document, exchanges, params) => {
  const seen = new Set();
  const see = (schema, value) => {
    seen.add(schema);
    for (const shape of shapesOf({ document, schema })) {
      const { properties = {}, items, additionalProperties } = shape.schema;
      seen.add(shape.schema);
      if (Array.isArray(value)) for (const item of value) if (items) see(items, item);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      for (const [field, inner] of Object.entries(value)) {
        const known = properties[field] ?? additionalProperties;
        if (typeof known === 'object') see(known, inner);
      }
    }
  };
  const claims = exchanges.flatMap(claimsOf);
  for (const { value, schema } of claims) see(schema(document), value);

  const canBeExpanded = (schema) => documentedExpansions(document, schema, given).length > 0;

  const schemas = {};
  const written = (schema) => {
    const { $ref, anyOf, properties, items, additionalProperties, required } = schema;
    if ($ref !== undefined) define($ref.slice(prefix.length));
    const isTag = new Set(tagsOf(schema).map(([field]) => field));
    const isList = canBeExpanded({ type: 'object', properties: { list: schema } });
    const isKept = (field, inner) =>
      isTag.has(field) ||
      seen.has(inner) ||
      (field === 'data' && isList) ||
      canBeExpanded({ type: 'object', properties: { [field]: inner } });
    const propertyOf = ([field, inner]) => [
      field,
      isKept(field, inner) ? written(inner) : notReturned,
    ];
    return {
      ...($ref && { $ref }),
      ...Object.fromEntries(
        facts.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])),
      ),
      ...(anyOf && { anyOf: anyOf.map(written) }),
      ...(items && { items: written(items) }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(propertyOf)),
      }),
      ...(required && { required }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object'
            ? written(additionalProperties)
            : additionalProperties,
      }),
    };
  };
  const define = (name) => {
    if (name in schemas) return;
    const schema = document.components.schemas[name];
    schemas[name] = schema;
    const isSeen = shapesOf({ document, schema }).some((shape) => seen.has(shape.schema));
    const isPart = tagsOf(schema).every(([field]) => field !== 'object') && canBeExpanded(schema);
    schemas[name] = isSeen || isPart ? written(schema) : stub(schema);
  };

  const param = (schema, place) => {
    const refused = params.get(place) === 'refused';
    const { type, enum: words, properties, items, anyOf } = schema;
    return {
      ...(type && { type }),
      ...(words && { enum: words }),
      ...(anyOf && { anyOf: anyOf.map((one) => param(one, place)) }),
      ...(!refused && items && { items: param(items, `${place}[0]`) }),
      ...(!refused &&
        properties && {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [
              name,
              param(one, `${place}[${name}]`),
            ]),
          ),
        }),
    };
  };
  const paths = {};
  for (const operation of operations) {
    const documented = documentedOperation(document, operation);
    if (documented === undefined) continue;
    const { method, path } = operation;
    const place = (name) => `${method} ${path} ${name}`;
    const { parameters = [], requestBody, responses } = documented;
    const form = Object.values(requestBody.content).flatMap(({ schema }) =>
      Object.entries(schema.properties ?? {}),
    );
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      parameters: parameters
        .filter((one) => params.size > 0 && one.in !== 'path')
        .map((one) => ({ in: one.in, name: one.name, schema: param(one.schema, place(one.name)) })),
      requestBody: {
        content: {
          form: {
            schema: {
              properties: Object.fromEntries(
                (params.size > 0 ? form : []).map(([name, one]) => [name, param(one, place(name))]),
              ),
            },
          },
        },
      },
      responses: {
        200: {
          content: {
            'application/json': {
              schema: written(responses[200].content['application/json'].schema),
            },
          },
        },
      },
    };
  }
  for (const name of ['error', ...given]) {
    const schema = objectSchema(document, name);
    const found = Object.entries(document.components.schemas).find(([, one]) => one === schema);
    if (found !== undefined) define(found[0]);
  }
  for (const { schema } of claims) {
    const one = schema(document);
    const found = Object.entries(document.components.schemas).find(([, other]) => other === one);
    if (found !== undefined) define(found[0]);
  }
  const { version, 'x-source': source } = document.info;
  return { info: { version, source }, paths, components: { schemas } };
};

// One line for each operation and each schema.
const block = (entries) =>
  Object.entries(entries)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n');

const text = ({ info, paths, components: { schemas } }) =>
  `{"info": ${JSON.stringify(info)},\n"paths": {\n${block(paths)}\n},\n"components": {"schemas": {\n${block(schemas)}\n}}}\n`;

const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const exchanges = await drive();
const api = read('api-2023-08-16.json');
const verdicts = new Map(judgedParams(api).map(({ param, verdict }) => [param, verdict]));
mkdirSync('test/official/tables', { recursive: true });
for (const [name, document, params] of [
  ['api-2023-08-16.json', api, verdicts],
  ['sdk-23-types.json', read('sdk-23-types.json'), new Map()],
]) {
  writeFileSync(`test/official/tables/${name}`, text(tableOf(document, exchanges, params)));
}
