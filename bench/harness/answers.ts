import * as t from 'io-ts';
import type { Exchange, Request } from './load.js';

/** A request and the bytes that answer it, for the servers that we compare with. */
export const Answer = t.type({
  method: t.string,
  path: t.string,
  status: t.number,
  body: t.string,
});
export type Answer = t.TypeOf<typeof Answer>;

/** Sends a request, and returns its answer, for a baseline to repeat. */
export const recordAnswer = async (
  url: string,
  { method, path, body, headers = {} }: Request,
): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return { method, path: path.replace(/\?.*/, ''), status: response.status, body: text };
};

/** The id of a certain kind of object in a response: the first. */
export const idIn = (body: string, prefix: string): string => {
  const id = new RegExp(`"(${prefix}_\\w+)"`).exec(body)?.[1];
  if (id === undefined) throw new Error(`no ${prefix}_ in: ${body.slice(0, 1000)}`);
  return id;
};

/** The answers to the requests of some operations, each sent once. */
export const recordExchanges = async (
  url: string,
  exchanges: Readonly<Record<string, Exchange>>,
): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = [];
  for (const { request, follow } of Object.values(exchanges)) {
    const first = await recordAnswer(url, request);
    answers.push(first);
    if (follow !== undefined) answers.push(await recordAnswer(url, follow(first.body)));
  }
  return answers;
};
