import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { parse } from 'yaml';
import { decodeConfig } from '../../src/infrastructure/config/config.js';

const Texts = t.record(t.string, t.union([t.string, t.number]));
// The parts of https://github.com/compose-spec/compose-spec that our files use. Another key is a mistake, or belongs here.
const Build = t.union([t.string, t.strict({ context: t.string, args: Texts })]);
const Service = t.exact(
  t.partial({
    image: t.string,
    build: Build,
    command: t.array(t.string),
    environment: Texts,
    env_file: t.string,
    ports: t.array(t.string),
    network_mode: t.string,
    depends_on: t.record(t.string, t.type({ condition: t.literal('service_healthy') })),
    healthcheck: t.type({
      test: t.array(t.string),
      interval: t.string,
      timeout: t.string,
      retries: t.number,
    }),
    volumes: t.array(t.string),
    restart: t.string,
    stop_grace_period: t.string,
    read_only: t.boolean,
    init: t.boolean,
    tmpfs: t.string,
    cap_drop: t.array(t.string),
    security_opt: t.array(t.string),
  }),
);
const Compose = t.intersection([
  t.type({ services: t.record(t.string, Service) }),
  t.partial({ volumes: t.record(t.string, t.null) }),
]);

const read = (file: string): t.TypeOf<typeof Compose> => {
  const given: unknown = parse(readFileSync(file, 'utf8'));
  const decoded = Compose.decode(given);
  if (E.isLeft(decoded)) throw new Error(`${file} is wrong`);
  // The codec strips keys that it does not know.
  expect(decoded.right).to.deep.equal(given);
  return decoded.right;
};

const contextOf = (build: t.TypeOf<typeof Build>): string =>
  typeof build === 'string' ? build : build.context;

for (const file of ['compose.yaml', 'examples/shop/compose.yaml']) {
  describe(file, () => {
    const { services, volumes = {} } = read(file);
    const all = Object.entries(services);

    it('starts from an image or a Dockerfile, and refers to services and volumes that it has', () => {
      for (const [name, { image, build, depends_on = {}, network_mode, ...others }] of all) {
        expect(image !== undefined || build !== undefined, name).to.equal(true);
        if (build !== undefined) {
          const dockerfile = join(dirname(file), contextOf(build), 'Dockerfile');
          expect(existsSync(dockerfile), dockerfile).to.equal(true);
        }
        expect(Object.keys(services)).to.include.members(Object.keys(depends_on));
        if (network_mode !== undefined) {
          expect(Object.keys(services).map((one) => `service:${one}`)).to.include(network_mode);
        }
        const named = (others.volumes ?? []).map((volume) => volume.split(':')[0]);
        expect(Object.keys(volumes)).to.include.members(named);
      }
    });

    it('publishes ports to this machine alone, and takes rights away from our programs', () => {
      for (const [name, { ports = [], cap_drop, security_opt }] of all) {
        for (const port of ports) expect(port).to.match(/^127\.0\.0\.1:(\d+):\1$/);
        if (name === 'postgres') continue;
        expect({ name, cap_drop, security_opt }).to.deep.equal({
          name,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        });
      }
    });
  });
}

describe('compose.yaml', () => {
  const { pasarela, postgres } = read('compose.yaml').services;

  it('gives the service a database that its configuration accepts', () => {
    const template = String(pasarela?.environment?.['DATABASE_URL']);
    const decoded = decodeConfig({
      DATABASE_URL: template.replace(/\$\{POSTGRES_PASSWORD:[^}]+\}/, 'secret42'),
    });
    expect(E.isRight(decoded) && decoded.right.store).to.deep.include({
      kind: 'postgres',
      url: 'postgres://pasarela:secret42@postgres:5432/pasarela',
    });
    expect(postgres?.environment).to.include({
      POSTGRES_USER: 'pasarela',
      POSTGRES_DB: 'pasarela',
    });
  });

  it('keeps cards as accounts of today take them', () => {
    expect(pasarela?.environment?.['STRIPE_CARDS']).to.equal('${STRIPE_CARDS:-payment_methods}');
  });
});

describe('examples/shop/compose.yaml', () => {
  const { stripe, shop } = read('examples/shop/compose.yaml').services;
  const settings = readFileSync('examples/shop/example.env', 'utf8');

  it('runs the local server where the settings of the shop expect it, with their secret', () => {
    expect(stripe?.command).to.include('fake');
    expect(stripe?.ports).to.include('127.0.0.1:12111:12111');
    expect(settings).to.include('STRIPE_BASE_URL=http://127.0.0.1:12111\n');
    const secret = stripe?.command?.[stripe.command.indexOf('--secret') + 1];
    expect(settings).to.include(`WEBHOOK_SECRET=${String(secret)}\n`);
    expect(shop).to.include({ network_mode: 'service:stripe' });
  });
});
