import { expect } from 'chai';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import { nearMisses } from '../../../src/infrastructure/config/near-misses.js';
import { variables } from '../../../src/infrastructure/config/variables.js';

describe('near misses of the names of variables', () => {
  const meant = {
    API_KEY: 'API_KEYS',
    api_keys: 'API_KEYS',
    'API-KEYS': 'API_KEYS',
    APIKEYS: 'API_KEYS',
    STRIPE_KEY: 'STRIPE_SECRET_KEY',
    STRIPE_API_KEY: 'STRIPE_SECRET_KEY',
    STRIPE_SECERT_KEY: 'STRIPE_SECRET_KEY',
    STRIPE_WEBHOOK_SECRET: 'WEBHOOK_SECRET',
    PASARELA_API_KEYS: 'API_KEYS',
    TRUSTED_PROXY: 'TRUSTED_PROXIES',
    TRUST_PROXY: 'TRUSTED_PROXIES',
    RATE_LIMIT: 'RATE_LIMIT_PER_MINUTE',
    RATE_LIMIT_PER_MIN: 'RATE_LIMIT_PER_MINUTE',
    METRIC: 'METRICS',
    SHUTDOWN_TIMEOUT: 'SHUTDOWN_TIMEOUT_MS',
    CURRENCIE: 'CURRENCIES',
    DB_URL: 'DATABASE_URL',
    EVENT_FORWARD_SUPERSEDED: 'FORWARD_SUPERSEDED',
    EVENT_FORWARD_OUTCOMES: 'FORWARD_OUTCOMES',
    STRIPE_SECRET_KEY_FIEL: 'STRIPE_SECRET_KEY_FILE',
    STRIPE_KEY_FILE: 'STRIPE_SECRET_KEY_FILE',
    PASARELA_DATABASE_URL_FILE: 'DATABASE_URL_FILE',
    API_KEY_FILE: 'API_KEYS_FILE',
  };
  for (const [name, wanted] of Object.entries(meant)) {
    it(`${name} is probably ${wanted}`, () => {
      expect(nearMisses({ [name]: 'a value' })).to.deep.equal([
        `Pasarela does not read ${name}: did you mean ${wanted}?`,
      ]);
    });
  }

  for (const name of ['PORT', 'LOG_LEVEL', 'METRICS', 'RETIRED_CLIENTS']) {
    it(`${name}_FILE names no file, because ${name} is no secret`, () => {
      expect(nearMisses({ [`${name}_FILE`]: '/secrets/it' })).to.deep.equal([
        `Pasarela does not read ${name}_FILE: set ${name} itself, because only secrets may be in files`,
      ]);
    });
  }

  // Two names that are closer to each other than a typing mistake would prove nothing.
  const long = Object.keys(variables).filter((name) => name.length >= 5);
  const typing: ReadonlyArray<readonly [mistake: string, make: (name: string) => string]> = [
    ['in lower case', (name) => name.toLowerCase()],
    ['without its underscores', (name) => name.replaceAll('_', '')],
    ['with a letter too many', (name) => `${name.slice(0, 3)}X${name.slice(3)}`],
    ['with a letter too few', (name) => name.slice(0, 2) + name.slice(3)],
    ['with two letters swapped', (name) => name.replace(/^(.)(.)/, '$2$1')],
    ['with the name of the program before it', (name) => `PASARELA_${name}`],
  ];
  for (const [mistake, make] of typing) {
    it(`finds every variable ${mistake}`, () => {
      for (const name of long) {
        const written = make(name);
        if (Object.hasOwn(variables, written)) continue;
        expect(nearMisses({ [written]: 'x' })).to.deep.equal([
          `Pasarela does not read ${written}: did you mean ${name}?`,
        ]);
      }
    });
  }

  const others = [
    'HOME',
    'PATH',
    'POST',
    'PWD',
    'HOSTNAME',
    'DB_HOST',
    'PASARELA_PORT',
    'DATABASE_USER',
    'DATABASE_PORT',
    'NODE_OPTIONS',
    'STRIPE_PUBLISHABLE_KEY',
    'npm_config_user_agent',
    'STRIPE_SECRET_KEY_FILE',
    'DATABASE_URL_FILE',
    'PGPASSFILE',
    'SSL_CERT_FILE',
    `API_KEY${'S'.repeat(60)}`,
  ];
  for (const name of [...others, ...Object.keys(variables)]) {
    it(`says nothing about ${name}`, () => expect(nearMisses({ [name]: 'x' })).to.deep.equal([]));
  }

  it('says nothing about blank variables, or if the right one is set', () => {
    expect(nearMisses({ API_KEY: ' ' })).to.deep.equal([]);
    expect(nearMisses({ API_KEY: 'x', API_KEYS: 'y' })).to.deep.equal([]);
    expect(nearMisses({ METRICS_KEY_FIEL: 'x', METRICS_KEY: 'y' })).to.deep.equal([]);
  });

  it('says nothing about the variables of a module', () => {
    expect(nearMisses({ PROCESSOR: './bank.js', API_KEY: 'x' })).to.deep.equal([]);
    expect(nearMisses({ PROCESSOR: 'memory', API_KEY: 'x' })).to.have.length(1);
  });

  it('warns at the start, and explains problems', () => {
    const sentence = 'Pasarela does not read API_KEY: did you mean API_KEYS?';
    expect(decodeConfig({ API_KEY: 'x' }))
      .to.have.nested.property('right.warnings')
      .that.includes(sentence);
    expect(decodeConfig({ API_KEY: 'x', NODE_ENV: 'production' }))
      .to.have.property('left')
      .that.includes(sentence);
  });
});
