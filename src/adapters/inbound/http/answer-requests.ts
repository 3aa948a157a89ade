import type { RequestListener, Server } from 'node:http';
import { answerBrokenRequest, type BrokenRequestStatus } from './answer-broken-request.js';
import { createAnswersInProgress } from './answers-in-progress.js';
import type { HttpAnswer } from './http-message.js';

/** Has a server answer its requests, and also what Node would answer by itself: what it cannot read as one. */
export const answerRequests = (
  server: Server,
  listener: RequestListener,
  brokenAnswer: (status: BrokenRequestStatus) => HttpAnswer,
): void => {
  const answering = createAnswersInProgress();
  const answer: RequestListener = (request, response) => {
    answering.add(response);
    listener(request, response);
  };
  server.on('request', answer);
  server.on('checkExpectation', answer);
  const answerBroken = answerBrokenRequest(brokenAnswer);
  server.on('clientError', (error, socket) => {
    // Its answer would be taken for that of the request before it, which may have charged somebody.
    if (answering.on(socket)) socket.destroy();
    else answerBroken(error, socket);
  });
};
