import { operations } from '../../../src/adapters/outbound/memory/engine/operations.js';
import { documentedOperation } from './documented-operation.js';
import { documentedParams } from './documented-params.js';
import type { OfficialDocument } from './official-document.js';
import { bracketed, type Verdict, verdictOn } from './verdict-on.js';

export type JudgedParam = {
  /** `POST /v1/tokens card[number]` */
  readonly param: string;
  /** That, and shorter ones: `card[number]`, `number`. */
  readonly names: ReadonlyArray<string>;
  readonly verdict: Verdict;
};

/** What our operations make of each parameter that a document has; of refused ones only the outermost. */
export const judgedParams = (document: OfficialDocument): ReadonlyArray<JudgedParam> =>
  Object.values(operations).flatMap((operation) => {
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
