const { createPayments } = require('pasarela');
const { createFetchHandler } = require('pasarela/fetch');
const { createMemoryProcessor } = require('pasarela/memory');

const handler = createFetchHandler(createPayments({ processor: createMemoryProcessor() }));
const statusOf = async (path) => (await handler(new Request(`http://localhost${path}`))).status;

Promise.all(['/doc', '/doc/openapi.json'].map(statusOf)).then((statuses) =>
  console.log(statuses.join(' ')),
);
