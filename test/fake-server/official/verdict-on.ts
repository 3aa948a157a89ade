import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../../../src/adapters/outbound/memory/engine/errors.js';
import type {
  WireHash,
  WireValue,
} from '../../../src/adapters/outbound/memory/engine/params/param.js';
import type { DocumentedParam } from './documented-params.js';
import { idsOfPath } from './ids-of-path.js';
import type { Schema } from './official-document.js';

/** What an operation makes of a parameter: `refused` says that it is known, and not simulated. */
export type Verdict = 'taken' | 'refused' | 'unknown';

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
export const bracketed = ([first = '', ...rest]: ReadonlyArray<string>): string =>
  [first, ...rest.map((name) => `[${name === '*' ? 0 : name}]`)].join('');

/** Asks an operation for nothing but what stands in its path and this parameter. */
export const verdictOn = ({ path, read }: Asked, param: DocumentedParam): Verdict => {
  const [name = '', ...names] = param.path;
  const verdicts = param.schemas.map((schema): Verdict => {
    const form = { ...idsOfPath(path), [name]: nested(names, example(schema)) };
    const outcome = read(form);
    if (E.isRight(outcome)) return 'taken';
    const { code, message, param: about } = outcome.left.error;
    if (about !== bracketed(param.path)) return 'taken';
    if (code === 'parameter_unknown') return 'unknown';
    return message.startsWith('This simulator does not simulate') ? 'refused' : 'taken';
  });
  // Of several forms, as a hash or an id, one is enough.
  return verdicts.find((verdict) => verdict === 'taken') ?? verdicts[0] ?? 'taken';
};
