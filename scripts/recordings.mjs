// Replays recordings of the real Stripe that lie beside the project, prints the figures, and writes docs/internals/fidelity.md. Fails on a
// difference without a reason, and on a reason without a difference. Runs on the code that `tsc` has compiled into build/.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exceptions } from './recordings/exceptions.mjs';
import { fidelityPage, figures, heads } from './recordings/fidelity-page.mjs';
import { replayCassette } from './recordings/replay.mjs';

const [, , folder = '../shared/recordings'] = process.argv;
const tables = join(folder, 'tables');
if (!existsSync(tables)) {
  console.log(
    'There are no recordings beside the project: nothing is replayed, and docs/internals/fidelity.md stays as it is.',
  );
  console.log('npm run recordings -- FOLDER: a folder with tables/SOURCE.json.gz');
  process.exit(0);
}

const built = (name) => import(new URL(`../build/src/${name}`, import.meta.url).href);
const { engineOperations } = await built('simulator/engine/operations.js');
const { startFakeServer } = await built('fake-server.js');

const endpoints = Object.values(engineOperations).map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));
const endpointOf = (method, path) =>
  endpoints.find((one) => one.method === method && one.pattern.test(path));

const projects = {
  liberapay: 'liberapay/liberapay.com',
  onetimesecret: 'onetimesecret/onetimesecret',
  openfoodnetwork: 'openfoodfoundation/openfoodnetwork',
  pay: 'pay-rails/pay',
  spree_stripe: 'spree/spree_stripe',
};
const projectOf = (source) => source.split('_v')[0];
const linkOf = (source) => {
  const project = projects[projectOf(source)];
  return project === undefined ? source : `[${source}](https://github.com/${project})`;
};

const server = await startFakeServer({ seed: 'recordings', maxAccounts: 5000 });
const agent = new Agent({ keepAlive: true });

const send =
  (apiKey) =>
  ({ method, path, form, version, key, account }) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${apiKey}`,
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(version === undefined ? {} : { 'stripe-version': version }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(account === undefined ? {} : { 'stripe-account': account }),
      };
      const asked = request(new URL(path, server.url), { method, headers, agent }, (response) => {
        const parts = [];
        response.on('data', (part) => {
          parts.push(part);
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            body: JSON.parse(Buffer.concat(parts).toString('utf8')),
          }),
        );
      });
      asked.on('error', reject);
      asked.end(form);
    });

const steps = [];
for (const file of readdirSync(tables).toSorted()) {
  const source = file.split('.')[0];
  const cassettes = JSON.parse(gunzipSync(readFileSync(join(tables, file))));
  for (const [number, cassette] of cassettes.entries()) {
    const apiKey = ['sk', 'test', source, number].join('_');
    const results = await replayCassette(cassette, {
      send: send(apiKey),
      isServed: (method, path) => endpointOf(method, path) !== undefined,
      advance: (seconds) => server.account(apiKey).processor.controls.clock.advance(seconds),
    });
    steps.push(...results.map((result) => ({ ...result, source, cassette: cassette.f })));
    server.dropAccount(apiKey);
  }
}
agent.destroy();
await server.close();

const named = steps.map((step) => {
  const { method, path } = step;
  return { ...step, endpoint: `${method} ${endpointOf(method, path)?.path ?? path}` };
});

// The evidence for a difference: the projects that show it, and newer recordings that show it or our answer.
const since = new Date('2025-01-01');
const keyOf = ({ endpoint }, { path, recorded, ours }) =>
  JSON.stringify([endpoint, path, recorded, ours]);
const shownBy = new Map();
const answeredSince = new Set();
for (const step of named) {
  for (const difference of step.differences ?? []) {
    const key = keyOf(step, difference);
    shownBy.set(key, [...(shownBy.get(key) ?? []), step]);
  }
  for (const [path, value] of step.date >= since ? (step.fields ?? []) : []) {
    answeredSince.add(JSON.stringify([step.endpoint, path, value]));
  }
}
const isConfirmed = (step, difference) => {
  const showing = shownBy.get(keyOf(step, difference));
  const projectsShowing = new Set(showing.map(({ source }) => projectOf(source)));
  return projectsShowing.size > 1 || showing.some(({ date }) => date >= since);
};

const used = new Set();
const reasonOf = (step, difference) => {
  const known = {
    ...step,
    ...difference,
    isConfirmed: isConfirmed(step, difference),
    isOutdated:
      step.date < since &&
      answeredSince.has(JSON.stringify([step.endpoint, difference.path, difference.ours])),
  };
  const exception = exceptions.find(({ holds }) => holds(known));
  if (exception !== undefined) used.add(exception);
  return exception?.reason;
};
const judged = named.map((step) => ({
  ...step,
  differences: (step.differences ?? []).map((one) => ({ ...one, reason: reasonOf(step, one) })),
}));

const width = 26;
console.log(['Source'.padEnd(width), ...heads.map((head) => head.padStart(9))].join(' '));
for (const source of new Set(judged.map((step) => step.source))) {
  const cells = figures(judged.filter((step) => step.source === source));
  console.log([source.padEnd(width), ...cells.map((cell) => String(cell).padStart(9))].join(' '));
}
console.log(
  ['all'.padEnd(width), ...figures(judged).map((cell) => String(cell).padStart(9))].join(' '),
);
writeFileSync('docs/internals/fidelity.md', fidelityPage(judged, linkOf));

const unexplained = judged.flatMap(({ differences: found, source, cassette, endpoint, version }) =>
  found
    .filter(({ reason }) => reason === undefined)
    .map(({ path, recorded, ours }) =>
      [source, cassette, version, endpoint, path, `${recorded} -> ${ours}`].join(' | '),
    ),
);
const unneeded = exceptions.filter((one) => !used.has(one)).map(({ reason }) => reason);
for (const line of unexplained) console.error(`no reason: ${line}`);
for (const line of unneeded) console.error(`no difference any more: ${line}`);
if (unexplained.length + unneeded.length > 0) process.exitCode = 1;
