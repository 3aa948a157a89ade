// Calls the function as a function URL does: node invoke.js POST /path '{"a": "body"}' header=value
import { handler } from './handler.js';
import { payments } from './payments.js';

const [method, rawPath, body, ...headers] = process.argv.slice(2);
const answer = await handler({
  version: '2.0',
  rawPath,
  rawQueryString: '',
  headers: Object.fromEntries(headers.map((header) => header.split(/=(.*)/s))),
  requestContext: { domainName: 'shop.example', http: { method } },
  body: body && Buffer.from(body).toString('base64'),
  isBase64Encoded: true,
});
console.log(answer.body);
await payments.stop();
