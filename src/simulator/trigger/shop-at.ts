import { randomUUID } from 'node:crypto';
import { isObject, objectFields, textField } from '../../domain/input/json.js';
import { type Send, type Shop, shopOfFake, shopOfService, TriggerProblem } from './shop.js';

type Kind = 'fake' | 'service';

const pairsOf = (value: unknown, name: string): Array<[string, string]> =>
  isObject(value)
    ? Object.entries(value).flatMap(([part, inner]) =>
        pairsOf(inner, name === '' ? part : `${name}[${part}]`),
      )
    : [[name, String(value)]];

const formOf = (body: object): URLSearchParams => new URLSearchParams(pairsOf(body, ''));

const reach = async (url: string, path: string, init: RequestInit = {}): Promise<Response> => {
  try {
    return await fetch(`${url}${path}`, init);
  } catch {
    throw new TriggerProblem(
      `no response from ${url}: start pasarela fake, or pass the address of a running one with --url`,
    );
  }
};

const jsonIn = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch {
    return null;
  }
};

const sender =
  (url: string, kind: Kind, key: string | undefined): Send =>
  async (method, path, body) => {
    const isForm = kind === 'fake' && path.startsWith('/v1/');
    const response = await reach(url, path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        // The service may demand keys.
        ...(kind === 'service' && method !== 'GET' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? formOf(body) : JSON.stringify(body) }),
    });
    const answer = await jsonIn(response);
    // A decline is what some events are about.
    if (response.ok || response.status === 402) return answer;
    const reason =
      textField(objectFields(answer)['error'], 'message') || textField(answer, 'message');
    throw new TriggerProblem(`${method} ${path} was answered with ${response.status}: ${reason}`);
  };

const kindOf = async (url: string): Promise<Kind> => {
  const fake = await reach(url, '/_processor/endpoints');
  if (Array.isArray(objectFields(await jsonIn(fake))['endpoints'])) return 'fake';
  // Only a service with the in-memory processor has controls, and they take `POST`. Elsewhere a scenario would charge cards.
  const control = await reach(url, '/_processor/settle');
  if (textField(await jsonIn(control), 'code') === 'method_not_allowed') return 'service';
  const health = await reach(url, '/health');
  if (health.ok) {
    throw new TriggerProblem(
      `the service at ${url} has no in-memory processor: events of its processor are triggered there, and not by pasarela trigger`,
    );
  }
  throw new TriggerProblem(
    `the server at ${url} is neither pasarela fake nor pasarela serve: pass an address with --url`,
  );
};

/**
 * A shop that pays at a running `pasarela fake`, or at `pasarela serve` with the in-memory processor. Rejects with a
 * `TriggerProblem` where there is neither. `key`: of the account, or of a client of the service.
 */
export const shopAt = async (url: string, key: string | undefined): Promise<Shop> => {
  const kind = await kindOf(url);
  return kind === 'fake'
    ? shopOfFake(sender(url, kind, key ?? ['sk', 'test', 'pasarela'].join('_')))
    : shopOfService(sender(url, kind, key));
};
