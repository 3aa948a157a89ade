import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { parse, parseAllDocuments } from 'yaml';
import { systemEndpoints } from '../../src/adapters/inbound/http/system-endpoints.js';
import { type Config, decodeConfig } from '../../src/infrastructure/config/config.js';
import { secretNames } from '../../src/infrastructure/config/secret-names.js';
import { variables } from '../../src/infrastructure/config/variables.js';
import { patienceMs } from '../../src/infrastructure/service.js';

const folder = 'examples/deploy';

/** The configuration of production on Stripe, with the defaults. */
const production = (): Config => {
  const decoded = decodeConfig({
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: ['sk', 'test', 'deploy'].join('_'),
    API_KEYS: `shop:${'a'.repeat(32)}`,
    IDEMPOTENCY_SECRET: 'b'.repeat(32),
  });
  if (E.isLeft(decoded)) throw new Error(decoded.left.join());
  return decoded.right;
};

const closingMs = 6000;

const stopMs = (): number => {
  const { shutdown, processor } = production();
  return shutdown.delayMs + patienceMs(processor) + closingMs;
};

const answersWithinMs = (): number => patienceMs(production().processor);

const Probe = t.type({
  httpGet: t.type({ path: t.string, port: t.literal('http') }),
  periodSeconds: t.number,
  failureThreshold: t.number,
});

const Deployment = t.type({
  apiVersion: t.literal('apps/v1'),
  kind: t.literal('Deployment'),
  spec: t.type({
    replicas: t.number,
    selector: t.type({ matchLabels: t.record(t.string, t.string) }),
    strategy: t.type({ rollingUpdate: t.type({ maxUnavailable: t.literal(0) }) }),
    template: t.type({
      metadata: t.type({ labels: t.record(t.string, t.string) }),
      spec: t.type({
        enableServiceLinks: t.literal(false),
        automountServiceAccountToken: t.literal(false),
        terminationGracePeriodSeconds: t.number,
        securityContext: t.type({ runAsNonRoot: t.literal(true), runAsUser: t.number }),
        containers: t.tuple([
          t.type({
            image: t.string,
            ports: t.tuple([t.type({ name: t.literal('http'), containerPort: t.number })]),
            env: t.array(t.type({ name: t.string, value: t.string })),
            startupProbe: Probe,
            readinessProbe: Probe,
            livenessProbe: Probe,
            resources: t.type({
              requests: t.type({ cpu: t.string, memory: t.string }),
              limits: t.type({ memory: t.string }),
            }),
            securityContext: t.type({
              readOnlyRootFilesystem: t.literal(true),
              allowPrivilegeEscalation: t.literal(false),
              capabilities: t.type({ drop: t.tuple([t.literal('ALL')]) }),
            }),
          }),
        ]),
      }),
    }),
  }),
});

const has = (program: string): boolean =>
  spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;

const secondsIn = (text: string, setting: RegExp): number => Number(setting.exec(text)?.[1]);

describe('the files for Kubernetes', () => {
  const read = async () => {
    const text = await readFile(`${folder}/kubernetes.yaml`, 'utf8');
    const documents = parseAllDocuments(text);
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).to.deep.equal([]);
    const [deployment, service, budget] = documents.map((one) => {
      const value: unknown = one.toJS();
      return value;
    });
    if (!Deployment.is(deployment)) throw new Error('the Deployment lacks what the page promises');
    return { deployment, service, budget };
  };

  it('ask the right thing of each probe', async () => {
    const { deployment } = await read();
    const [{ startupProbe, readinessProbe, livenessProbe, ports }] =
      deployment.spec.template.spec.containers;
    expect(readinessProbe.httpGet.path).to.equal(systemEndpoints.ready.path);
    expect([startupProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).to.deep.equal([
      systemEndpoints.health.path,
      systemEndpoints.health.path,
    ]);
    expect(ports[0].containerPort).to.equal(production().port);
  });

  it('leave a pod the time that a stop takes', async () => {
    const { deployment } = await read();
    const { terminationGracePeriodSeconds } = deployment.spec.template.spec;
    expect(terminationGracePeriodSeconds * 1000).to.be.at.least(stopMs());
  });

  it('select the pods that they make', async () => {
    const { deployment, service, budget } = await read();
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).to.deep.equal(labels);
    expect(service).to.have.property('kind', 'Service');
    expect(service).to.have.nested.property('spec.selector').that.deep.equals(labels);
    expect(service).to.have.nested.property('spec.ports[0].targetPort', 'http');
    expect(budget).to.have.property('kind', 'PodDisruptionBudget');
    expect(budget).to.have.nested.property('spec.selector.matchLabels').that.deep.equals(labels);
  });

  it('set variables that exist, and secrets as files alone', async () => {
    const { deployment } = await read();
    const [{ env }] = deployment.spec.template.spec.containers;
    const known = [...Object.keys(variables), ...secretNames.map((name) => `${name}_FILE`)];
    expect(env.map(({ name }) => name).filter((name) => !known.includes(name))).to.deep.equal([]);
    expect(env.map(({ name }) => name)).not.to.include.members([...secretNames]);
    expect(parse(`[${env.map(({ value }) => value).join(', ')}]`)).to.have.lengthOf(env.length);
  });
});

describe('the files for proxies', () => {
  it('let HAProxy wait longer than the service takes, and notice a stop in time', async () => {
    const text = await readFile(`${folder}/haproxy.cfg`, 'utf8');
    expect(secondsIn(text, /timeout server (\d+)s/u) * 1000).to.be.above(answersWithinMs());
    const noticed = secondsIn(text, /inter (\d+)s/u) * secondsIn(text, /fall (\d+)/u) + 1;
    expect(noticed * 1000).to.be.below(production().shutdown.delayMs);
    expect(/retry-on (.*)/u.exec(text)?.[1]).to.equal('conn-failure');
  });

  it('let nginx wait longer than the service takes, and repeat no payment', async () => {
    const text = await readFile(`${folder}/nginx.conf`, 'utf8');
    expect(secondsIn(text, /proxy_read_timeout (\d+)s/u) * 1000).to.be.above(answersWithinMs());
    // Less than the time after which the service closes an idle connection.
    expect(secondsIn(text, /keepalive_timeout (\d+)s/u)).to.be.below(65);
    expect(/proxy_next_upstream (.*);/u.exec(text)?.[1]).to.equal('error timeout');
  });

  if (has('haproxy')) {
    it('are valid for haproxy', () => {
      const { status, stderr } = spawnSync('haproxy', ['-c', '-f', `${folder}/haproxy.cfg`], {
        encoding: 'utf8',
      });
      expect([status, stderr]).to.have.property('0', 0);
    });
  } else process.stderr.write('    left out: haproxy -c, because the machine has no HAProxy\n');

  if (has('nginx')) {
    it('are valid for nginx', async () => {
      const home = await mkdtemp(join(tmpdir(), 'pasarela-nginx-'));
      const included = resolve(folder, 'nginx.conf');
      await writeFile(
        join(home, 'nginx.conf'),
        `pid ${home}/pid; error_log stderr; events {} http { access_log off; include ${included}; }`,
      );
      const { status, stderr } = spawnSync(
        'nginx',
        ['-t', '-p', home, '-c', join(home, 'nginx.conf')],
        { encoding: 'utf8' },
      );
      await rm(home, { recursive: true });
      expect(status, stderr).to.equal(0);
    });
  } else process.stderr.write('    left out: nginx -t, because the machine has no nginx\n');
});
