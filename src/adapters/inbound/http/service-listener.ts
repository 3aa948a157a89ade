import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMatcher, type Endpoint } from './core/matcher.js';
import type { HttpResponse } from './core/message.js';
import { nodeRequest, respondWith } from './core/node-http.js';
import { writeResponse } from './core/write-response.js';
import { defectResponse, type ErrorAnswers, failureResponse } from './failure-response.js';
import { type RequestFacts, trackRequest } from './track-request.js';

/** Answers a request of `node:http`. The promise never rejects. */
export type ServiceListener = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

// RFC 9112, section 3.2. Node would refuse it too, but without the envelope.
const hasNoHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/**
 * The listener of the service. It answers the endpoints itself, because a framework would cost as much as all the rest, and leaves
 * other requests to the application. It logs every request, and answers every failure in the envelope.
 */
export const createServiceListener = (
  endpoints: ReadonlyArray<Endpoint>,
  application: ServiceListener,
  errors: ErrorAnswers,
): ServiceListener => {
  const match = createMatcher(endpoints);

  return (message, response) => {
    const id = randomUUID();
    const request = nodeRequest(message, response, { id });
    const found = match(request.method, request.path);
    const isInvalid = hasNoHost(message);
    if (found === undefined && !isInvalid) return application(message, response);

    const facts: RequestFacts = {};
    const headers = trackRequest(response, id, facts, errors.logger);
    const respond = () => {
      if (isInvalid || found === undefined) {
        return failureResponse({ _tag: 'BrokenRequest', status: 400 }, request, errors);
      }
      if (found.endpoint.method !== '*') facts.route = found.endpoint.path;
      return found.endpoint.handle(request, found.params);
    };
    const write = (answer: HttpResponse) => {
      facts.client = answer.logged?.client;
      facts.error = answer.logged?.error;
      return writeResponse(response, answer, headers);
    };
    return respondWith(response, respond, (cause) => defectResponse(cause, request, errors), write);
  };
};
