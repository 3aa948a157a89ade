import { startFakeServer } from '../../dist/fake-server.js';

// Of the whole day: at its end, each is looked for at the receiver.
const keepEvents = 1_000_000;

const [port, url, secret] = process.argv.slice(2);
const server = await startFakeServer({ port: Number(port), webhook: { url, secret }, keepEvents });
process.send({ url: server.url, apiKey: server.apiKey });
process.on('disconnect', () => process.exit(0));
