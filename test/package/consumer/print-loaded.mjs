// Preloaded with --import: at its end, the program prints the packages whose code it loaded, as one line of JSON.
import { readFileSync, writeSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

const hooks = `
  let port;
  export const initialize = (given) => { port = given; };
  export const load = async (url, context, next) => { port.postMessage(url); return next(url, context); };
`;
const { port1: reports, port2: port } = new MessageChannel();
register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
  data: port,
  transferList: [port],
});

const reported = function* () {
  for (let next = receiveMessageOnPort(reports); next; next = receiveMessageOnPort(reports)) {
    if (next.message.startsWith('file:')) yield fileURLToPath(next.message);
  }
};

// A bundle names the modules that it contains in comments.
const modulesIn = (file) => [
  file,
  ...[...readFileSync(file, 'utf8').matchAll(/^ *\/\/ (.*node_modules\/.+)$/gm)].map(([, m]) => m),
];

process.on('exit', () => {
  const files = [...reported(), ...Object.keys(createRequire(import.meta.url).cache)];
  const packages = files
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap(modulesIn)
    .flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  writeSync(1, `${JSON.stringify([...new Set(packages)].sort())}\n`);
});
