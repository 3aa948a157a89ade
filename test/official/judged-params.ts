import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../src/simulator/engine/errors.js';
import { engineOperations } from '../../src/simulator/engine/operations.js';
import type { WireHash, WireValue } from '../../src/simulator/engine/params/param.js';
import {
  type DocumentedOperation,
  documentedOperation,
  idsOfPath,
  type OfficialDocument,
  type Schema,
} from './official-document.js';
import { type Shape, shapesOf } from './shapes-of.js';

/** A documented parameter: the names that lead to it, `*` for any item of a list. */
type DocumentedParam = {
  readonly path: ReadonlyArray<string>;
  /** The schemas of its values. */
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

/** Every parameter of an operation except those of its path, each before its nested ones. */
const documentedParams = (
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

/** How an operation treats a parameter: a `refused` one is known, but not simulated. */
type Verdict = 'taken' | 'refused' | 'unknown';

type Asked = {
  readonly path: string;
  readonly read: (form: WireHash) => E.Either<ApiError, unknown>;
};

const example = ({ type, enum: words = [], properties, items }: Schema): WireValue => {
  if (type === 'array') return items === undefined ? [] : [example(items)];
  if (type === 'object') return properties === undefined ? { name: 'text' } : {};
  if (type === 'boolean') return 'true';
  if (type === 'integer') return '1';
  const [word = 'text'] = words.map(String);
  return words.includes('card') ? 'card' : word;
};

const nested = ([name, ...names]: ReadonlyArray<string>, value: WireValue): WireValue => {
  if (name === undefined) return value;
  return name === '*' ? [nested(names, value)] : { [name]: nested(names, value) };
};

/** A parameter as a caller writes it: `card[number]`. */
const bracketed = ([first = '', ...rest]: ReadonlyArray<string>): string =>
  [first, ...rest.map((name) => `[${name === '*' ? 0 : name}]`)].join('');

/** Reads a form with only the parameters of the path and this one. */
const verdictOn = ({ path, read }: Asked, param: DocumentedParam): Verdict => {
  const [name = '', ...names] = param.path;
  const verdicts = param.schemas.map((schema): Verdict => {
    const form = { ...idsOfPath(path), [name]: nested(names, example(schema)) };
    const outcome = read(form);
    if (E.isRight(outcome)) return 'taken';
    const { code, message, param: about } = outcome.left.error;
    if (about !== bracketed(param.path)) return 'taken';
    if (code === 'parameter_unknown') return 'unknown';
    return /^(?:This simulator does not simulate|The payment method type)/.test(message)
      ? 'refused'
      : 'taken';
  });
  // Of several forms, as a hash or an id, one is enough.
  return verdicts.find((verdict) => verdict === 'taken') ?? verdicts[0] ?? 'taken';
};

type JudgedParam = {
  /** `POST /v1/tokens card[number]` */
  readonly param: string;
  /** The name and its shorter forms: `card[number]`, `number`. */
  readonly names: ReadonlyArray<string>;
  readonly verdict: Verdict;
};

/** How our operations treat each documented parameter; of refused ones only the outermost. */
export const judgedParams = (document: OfficialDocument): ReadonlyArray<JudgedParam> =>
  Object.values(engineOperations).flatMap((operation) => {
    const documented = documentedOperation(document, operation);
    const params = documented === undefined ? [] : documentedParams(document, documented);
    const judged = params.map(({ path, schemas }): JudgedParam => {
      const whole = bracketed(path);
      const param = `${operation.method} ${operation.path} ${whole}`;
      const names = [param, whole, path.findLast((name) => name !== '*') ?? whole];
      return { param, names, verdict: verdictOn(operation, { path, schemas }) };
    });
    const refused = judged.filter(({ verdict }) => verdict !== 'taken');
    return judged.filter(
      ({ param }) => !refused.some((outer) => param.startsWith(`${outer.param}[`)),
    );
  });
