import type { ProcessorAnswer, ShopRequest } from './reverse-proxy.js';

// Names of times in objects of the processor, all in seconds.
const times =
  /"(created|expires_at|expires_after|canceled_at|available_on|paid_at|confirmed_at|updated)"(\s*:\s*)([0-9]{10})(?![0-9])/g;

/** Moves the times of an object by so many seconds. */
const withTimesMoved = (json: string, seconds: number): string =>
  json.replaceAll(
    times,
    (_, name: string, colon: string, time: string) => `"${name}"${colon}${Number(time) + seconds}`,
  );

const sentTimes =
  /((?:^|&)(?:expires_at|created(?:\[|%5B)(?:gte?|lte?)(?:\]|%5D))=)([0-9]{10})(?![0-9])/gi;

const withSentTimesMoved = (form: string, seconds: number): string =>
  form.replaceAll(sentTimes, (_, name: string, time: string) => `${name}${Number(time) + seconds}`);

/** A request of a shop whose clock is so many seconds ahead, as a processor with the right clock understands it. */
export const requestByOffClock = (request: ShopRequest, ahead: number): ShopRequest => {
  const [path = '', query] = request.url.split('?');
  return {
    ...request,
    url: query === undefined ? path : `${path}?${withSentTimesMoved(query, ahead)}`,
    body: Buffer.from(withSentTimesMoved(request.body.toString('latin1'), ahead), 'latin1'),
  };
};

/** An answer of the processor, as a shop whose clock is so many seconds ahead sees its times. */
export const answerForOffClock = (answer: ProcessorAnswer, ahead: number): ProcessorAnswer => ({
  ...answer,
  body: Buffer.from(withTimesMoved(answer.body.toString('latin1'), -ahead), 'latin1'),
});
