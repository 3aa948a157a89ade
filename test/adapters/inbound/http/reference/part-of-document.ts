import * as t from 'io-ts';

const Document = t.intersection([
  t.type({
    paths: t.record(t.string, t.record(t.string, t.type({ operationId: t.string }))),
    components: t.record(t.string, t.UnknownRecord),
  }),
  t.UnknownRecord,
]);

/** The part of an OpenAPI document that describes these operations, by their ids. */
export const partOfDocument = (document: unknown, operations: ReadonlyArray<string>): unknown => {
  if (!Document.is(document)) throw new Error('not an OpenAPI document');
  const paths: Record<string, unknown> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const kept = Object.entries(item).filter(([, one]) => operations.includes(one.operationId));
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  const { securitySchemes = {} } = document.components;
  const components: Record<string, Record<string, unknown>> = { securitySchemes };
  const keep = (text: string): void => {
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      const others = components[kind] ?? {};
      if (name in others) continue;
      const found = document.components[kind]?.[name];
      components[kind] = { ...others, [name]: found };
      keep(JSON.stringify(found));
    }
  };
  keep(JSON.stringify(paths));
  return { ...document, paths, components };
};
