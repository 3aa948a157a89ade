import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { type Config, decodeConfig, type Environment } from '../../src/infrastructure/config.js';

const testKey = `${'sk'}_${'test'}_0123456789`;
const liveKey = `${'sk'}_${'live'}_0123456789`;
const restrictedLiveKey = `${'rk'}_${'live'}_0123456789`;

const open = 'open to everybody who reaches this address: set API_KEYS to ask for a key';

const defaults: Config = {
  production: false,
  host: '127.0.0.1',
  port: 3000,
  processor: 'memory',
  memorySeed: undefined,
  publicUrl: undefined,
  apiKeys: [],
  webhookSecrets: [],
  confirmationMethod: 'manual',
  logLevel: 'info',
  warnings: [open],
};

const production = {
  NODE_ENV: 'production',
  API_KEYS: 'key',
  ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true',
};

const accepted: ReadonlyArray<readonly [env: Environment, differs: Partial<Config>]> = [
  [{}, {}],
  [{ PORT: '', HOST: ' ', API_KEYS: '', LOG_LEVEL: '', PROCESSOR: '' }, {}],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: ' 8080 ' }, { port: 8080 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ PROCESSOR: 'memory' }, {}],
  [{ PROCESSOR: 'memory', STRIPE_SECRET_KEY: testKey }, {}],
  [{ MEMORY_SEED: 'abc' }, { memorySeed: 'abc' }],
  [{ PUBLIC_URL: 'https://pay.example/base/' }, { publicUrl: 'https://pay.example/base' }],
  [{ API_KEYS: 'a' }, { apiKeys: ['a'], warnings: [] }],
  [{ API_KEYS: ' a , b ,, c,' }, { apiKeys: ['a', 'b', 'c'], warnings: [] }],
  [{ WEBHOOK_SECRET: 'new, old' }, { webhookSecrets: ['new', 'old'] }],
  [{ CONFIRMATION_METHOD: 'automatic' }, { confirmationMethod: 'automatic' }],
  ...(['debug', 'info', 'warn', 'error', 'silent'] as const).map(
    (logLevel) => [{ LOG_LEVEL: logLevel }, { logLevel }] as const,
  ),
  [{ NODE_ENV: 'development' }, {}],
  [{ NODE_ENV: 'test' }, {}],
  [
    { NODE_ENV: 'prod' },
    {
      warnings: [
        'NODE_ENV is "prod", which is not production: failures say where they come from, and keys are not obligatory',
        open,
      ],
    },
  ],
  [production, { production: true, apiKeys: ['key'], warnings: [] }],
  // E9: what NODE_ENV says counts, and only without it does the key.
  [{ NODE_ENV: 'development', PROCESSOR: 'memory', STRIPE_SECRET_KEY: liveKey }, {}],
  [
    { ...production, NODE_ENV: undefined, PROCESSOR: 'memory', STRIPE_SECRET_KEY: liveKey },
    { production: true, apiKeys: ['key'], warnings: [] },
  ],
  [
    { ...production, NODE_ENV: '', PROCESSOR: 'memory', STRIPE_SECRET_KEY: restrictedLiveKey },
    { production: true, apiKeys: ['key'], warnings: [] },
  ],
];

const keysObligatory = 'API_KEYS must hold at least one key in production (comma separated)';
const notInProduction =
  'the in-memory processor takes no real money and does not start in production: unset NODE_ENV, or set ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION=true';
const noStripe =
  'this version has no adapter for Stripe yet: unset STRIPE_SECRET_KEY and set PROCESSOR=memory to run on the in-memory processor';

const refused: ReadonlyArray<readonly [env: Environment, problems: ReadonlyArray<string>]> = [
  ...['-1', '65536', '3000.5', 'http', '0x10', '1e3', '999999'].map(
    (port) => [{ PORT: port }, [`PORT must be a number from 0 to 65535; it is "${port}"`]] as const,
  ),
  ...['pay.example', 'ftp://pay.example', 'https://', '/base'].map(
    (url) =>
      [{ PUBLIC_URL: url }, [`PUBLIC_URL must be an http or https URL; it is "${url}"`]] as const,
  ),
  [
    { LOG_LEVEL: 'INFO' },
    ['LOG_LEVEL must be one of debug, info, warn, error, silent; it is "INFO"'],
  ],
  [
    { CONFIRMATION_METHOD: 'auto' },
    ['CONFIRMATION_METHOD must be one of manual, automatic; it is "auto"'],
  ],
  [{ PROCESSOR: 'paypal' }, ['PROCESSOR must be memory; it is "paypal"']],
  [{ PROCESSOR: 'stripe' }, [noStripe]],
  [{ STRIPE_SECRET_KEY: testKey }, [noStripe]],
  [
    { API_KEYS: 'one key, another' },
    ['API_KEYS must be comma separated, without spaces inside a key'],
  ],
  // A1 and A2
  [{ ...production, API_KEYS: undefined }, [keysObligatory]],
  [
    { API_KEYS: ' , ' },
    ['API_KEYS is set but holds no key: unset it, or give keys, comma separated'],
  ],
  [{ ...production, ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: undefined }, [notInProduction]],
  [{ ...production, ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'yes' }, [notInProduction]],
  [{ NODE_ENV: 'production' }, [notInProduction, keysObligatory]],
  [{ STRIPE_SECRET_KEY: liveKey }, [noStripe, keysObligatory]],
  [
    { PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' },
    [
      'PORT must be a number from 0 to 65535; it is "x"',
      'PUBLIC_URL must be an http or https URL; it is "z"',
      'LOG_LEVEL must be one of debug, info, warn, error, silent; it is "y"',
    ],
  ],
];

const shown = (env: Environment): string => JSON.stringify(env);

describe('the configuration', () => {
  for (const [env, differs] of accepted) {
    it(`takes ${shown(env)}`, () => {
      expect(decodeConfig(env)).to.deep.equal(E.right({ ...defaults, ...differs }));
    });
  }

  for (const [env, problems] of refused) {
    it(`refuses ${shown(env)}, and names ${problems.length === 1 ? 'the problem' : 'every problem'}`, () => {
      const decoded = decodeConfig(env);
      expect(E.isLeft(decoded) ? decoded.left : decoded).to.have.members(problems);
    });
  }

  it('never repeats a secret in a problem', () => {
    const secret = 'a b';
    for (const env of [{ API_KEYS: secret }, { STRIPE_SECRET_KEY: liveKey }]) {
      const decoded = decodeConfig(env);
      expect(E.isLeft(decoded)).to.equal(true);
      expect(JSON.stringify(decoded)).not.to.include(secret).and.not.to.include(liveKey);
    }
  });
});
