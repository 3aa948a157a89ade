import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as t from 'io-ts';
import { Answer } from '../harness/answers.js';
import { runAsChild } from '../harness/run-as-child.js';
import { urlForLoad } from '../harness/url-for-load.js';

const parse = (type: string | undefined, text: string): unknown =>
  type === 'application/json' ? JSON.parse(text) : new URLSearchParams(text);

// Node's own server, which parses the body, JSON or a form, and repeats recorded answers. It counts the requests.
await runAsChild(t.array(Answer), async (answers) => {
  const known = new Map(
    answers.map(({ method, path, status, body }) => {
      const bytes = Buffer.from(body);
      const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
      return [`${method} ${path}`, { status, headers, bytes }];
    }),
  );

  let calls = 0;
  const respond = ({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void => {
    calls += 1;
    const query = url.indexOf('?');
    const answer = known.get(`${method} ${query < 0 ? url : url.slice(0, query)}`);
    if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(answer.status, answer.headers).end(answer.bytes);
  };

  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      respond(request, response);
      return;
    }
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      parse(request.headers['content-type'], text);
      respond(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: urlForLoad(server), rounds: { calls: async () => ({ calls }) } };
});
