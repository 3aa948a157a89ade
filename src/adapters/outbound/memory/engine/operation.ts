import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Definition } from './definition.js';
import type { EngineRequest } from './engine-request.js';
import type { ApiError } from './errors.js';
import { expandAnswer, readExpand } from './expand.js';
import type { JsonObject } from './objects/json.js';
import type { WireHash } from './params/param.js';
import { requestOf } from './request-of.js';

/** One operation of the processor, in its own terms. */
export type Operation<P, A> = Definition<P, A> & {
  /** A request as it came over the wire: the names of the path among those of the form. */
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};

/** An operation that can be asked for with parameters, and over the wire with a form. */
export const operation = <P extends object, A extends JsonObject>(
  definition: Definition<P, A>,
): Operation<P, A> => ({
  ...definition,
  read: ({ expand, ...form }) =>
    pipe(
      definition.params.read(form, ''),
      E.bindTo('params'),
      E.bind('paths', () => readExpand(definition, expand)),
      E.map(({ params, paths }) => {
        const request = requestOf(definition, params);
        if (paths.length === 0) return request;
        const { remembered, run } = request;
        return {
          ...request,
          remembered: { remembered, paths },
          run: (call) =>
            pipe(
              run(call),
              E.map((answer) => expandAnswer(call.state, definition.gives, answer, paths)),
            ),
        };
      }),
    ),
});
