import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { Metadata } from '../objects/object.js';
import { mergeMetadata } from '../params/metadata.js';
import { attachProblem } from '../payment-methods/instruments.js';
import { cardOf } from '../tokens/card-of.js';
import type { TokenCard } from '../tokens/find-token.js';
import { refuseCardToken } from './refuse-card-token.js';
import type { SourceParam } from './source-param.js';

/** A card that its bank lets a customer have. */
export type ReadSource = { readonly card: TokenCard; readonly metadata: Metadata };

/** The card of a source that is to become a customer's. `param`: where it stood. */
export const readSource = (
  call: RequestContext,
  source: SourceParam,
  param: string,
): E.Either<ApiError, ReadSource> =>
  pipe(
    refuseCardToken(call),
    E.flatMap(() => cardOf(call, source, param)),
    E.tap(({ storedCard }) => attachProblem(storedCard)),
    E.bindTo('card'),
    E.bind('metadata', () =>
      mergeMetadata({}, typeof source === 'string' ? undefined : source.metadata),
    ),
  );
