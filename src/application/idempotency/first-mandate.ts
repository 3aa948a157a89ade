import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { MandateField } from '../../domain/objects/mandate.js';
import { type RequestSettings, requestSettings } from './keyed-request.js';
import type { IdempotencyDependencies } from './run-idempotently.js';

type Dependencies = Pick<IdempotencyDependencies, 'cipher'>;

/** Whether the input of a request has a mandate. */
export const givesMandate = (input: object): input is { readonly mandate: unknown } =>
  Object.hasOwn(input, 'mandate');

/**
 * The settings of a request as text, with its mandate. That is encrypted: it is about a person. When the store cannot be reached, the
 * request fails anyway.
 */
export const settingsWithMandate =
  ({ cipher }: Dependencies) =>
  (settings: RequestSettings, input: object): T.Task<string> =>
    givesMandate(input)
      ? pipe(
          cipher,
          TE.match(
            () => settings,
            ({ seal }) =>
              pipe(
                J.stringify(input.mandate),
                O.fromEither,
                O.flatMap((text) => seal(text)),
                O.match(
                  () => settings,
                  (mandate) => ({ ...settings, mandate }),
                ),
              ),
          ),
          T.map(requestSettings.write),
        )
      : T.of(requestSettings.write(settings));

/**
 * The input with the mandate of the first request under its key: a customer on the move has another address at each try, and the
 * processor refuses a key that comes with another mandate.
 */
export const withFirstMandate =
  ({ cipher }: Dependencies) =>
  <I extends object>(input: I, { mandate }: RequestSettings): T.Task<I> =>
    mandate === undefined || !givesMandate(input)
      ? T.of(input)
      : pipe(
          cipher,
          TE.match(
            () => input,
            ({ open }) =>
              pipe(
                open(mandate),
                O.flatMap((text) => O.fromEither(J.parse(text))),
                O.flatMap((first) => O.fromEither(MandateField.decode(first))),
                O.match(
                  () => input,
                  (first) => ({ ...input, mandate: first }),
                ),
              ),
          ),
        );
