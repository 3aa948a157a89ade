import * as t from 'io-ts';
import { Delivery, describeDelivery, isAccepted } from '../../simulator/client.js';
import { collectProblems } from '../config/decoders.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodeExactUrl, decodeUrl } from '../config/urls.js';
import type { CommandIo } from './command-io.js';
import { CommandProblem, decodedOrThrow } from './failures.js';

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
  const { server = 'http://127.0.0.1:12111', webhook } = decodedOrThrow(
    collectProblems({
      server: decodeUrl(options, '--url'),
      webhook: decodeExactUrl(options, '--webhook'),
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
