import * as t from 'io-ts';
import { optional, withDefault } from '../../../application/checked-input.js';
import { Delivery, describeDelivery, isAccepted } from '../../../simulator/client.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { collectProblems, readSetting } from '../../config/settings.js';
import { anExactUrl, aUrl } from '../../config/urls.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow } from '../failures.js';

const Resent = t.type({ data: t.type({ data: t.readonlyArray(Delivery) }) });
const Refused = t.union([
  t.type({ message: t.string }),
  t.type({ error: t.type({ message: t.string }) }),
]);

const postResend = async (url: string, key: string | undefined, body: object): Promise<unknown> => {
  try {
    const answer = await fetch(`${url}/_processor/resend`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    throw new CommandProblem(
      `no response from pasarela fake at ${url}: start it, or pass its address with --url`,
    );
  }
};

/** `pasarela events resend`: lets `pasarela fake` send an event again. Returns the exit code: 1 unless every receiver accepts it. */
export const resendEventCommand = async (
  { stdout }: CommandIo,
  id: string,
  options: Environment,
): Promise<number> => {
  const { server, webhook } = decodedOrThrow(
    collectProblems({
      server: readSetting(options, '--url', withDefault(aUrl, 'http://127.0.0.1:12111')),
      webhook: readSetting(options, '--webhook', optional(anExactUrl)),
    }),
  );
  const answer = await postResend(server, readVariable(options, '--key'), {
    id,
    ...(webhook === undefined ? {} : { url: webhook }),
  });
  if (Resent.is(answer)) {
    const deliveries = answer.data.data;
    for (const delivery of deliveries) stdout.write(`${describeDelivery(delivery)}\n`);
    return deliveries.every(isAccepted) ? 0 : 1;
  }
  if (!Refused.is(answer))
    throw new CommandProblem(
      `the server at ${server} is not pasarela fake: pass its address with --url`,
    );
  throw new CommandProblem('error' in answer ? answer.error.message : answer.message);
};
