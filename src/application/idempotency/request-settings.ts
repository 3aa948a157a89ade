import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import type { ConfirmationMethod } from '../ports/payment-processor.js';

/** The settings of a request to the processor, beside its input. A repetition is sent with those of the first request. */
export type RequestSettings = {
  readonly confirmationMethod?: ConfirmationMethod;
  readonly requestFormat?: string;
};

const Settings = t.partial({
  confirmationMethod: t.keyof({ manual: null, automatic: null }),
  requestFormat: t.string,
});

/** The settings as the text that is kept with an idempotency key, and back. Of a text that cannot be read, none. */
export const requestSettings = {
  write: ({ confirmationMethod, requestFormat }: RequestSettings): string =>
    JSON.stringify({ confirmationMethod, requestFormat }),
  read: (text: string): RequestSettings =>
    pipe(
      J.parse(text),
      E.flatMap((settings) => Settings.decode(settings)),
      E.map(({ confirmationMethod, requestFormat }) => ({
        ...(confirmationMethod === undefined ? {} : { confirmationMethod }),
        ...(requestFormat === undefined ? {} : { requestFormat }),
      })),
      E.getOrElse((): RequestSettings => ({})),
    ),
};
