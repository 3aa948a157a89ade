import type { DocumentedOperation, OfficialDocument, Schema } from './official-document.js';
import { type Shape, shapesOf } from './shapes-of.js';

/** A parameter as a document has it: the names that lead to it, `*` for any item of a list. */
export type DocumentedParam = {
  readonly path: ReadonlyArray<string>;
  /** What may be given for it. */
  readonly schemas: ReadonlyArray<Schema>;
};

const isEmptyText = ({ enum: values }: Schema): boolean => values?.length === 1 && values[0] === '';

const within = (path: ReadonlyArray<string>, shape: Shape): ReadonlyArray<DocumentedParam> => {
  const shapes = shapesOf(shape);
  const schemas = shapes.map(({ schema }) => schema).filter((schema) => !isEmptyText(schema));
  return [
    { path, schemas },
    ...shapes.flatMap(({ document, schema: { properties = {}, items } }) => [
      ...Object.entries(properties).flatMap(([name, schema]) =>
        within([...path, name], { document, schema }),
      ),
      ...(items === undefined ? [] : within([...path, '*'], { document, schema: items })),
    ]),
  ];
};

/** Every parameter of an operation but those of its path, each before those that are nested in it. */
export const documentedParams = (
  document: OfficialDocument,
  { parameters = [], requestBody }: DocumentedOperation,
): ReadonlyArray<DocumentedParam> => {
  const query = parameters.filter((parameter) => parameter.in !== 'path');
  const form = Object.values(requestBody.content).flatMap(({ schema }) =>
    Object.entries(schema.properties ?? {}),
  );
  return [...query.map(({ name, schema }) => [name, schema] as const), ...form].flatMap(
    ([name, schema]) => within([name], { document, schema }),
  );
};
