import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addSecretFiles } from '../../../src/infrastructure/cli/secret-files.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import { secretNames } from '../../../src/infrastructure/config/secret-names.js';
import { variables } from '../../../src/infrastructure/config/variables.js';

describe('secrets in files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-secrets-'));
    await writeFile(join(folder, 'secret'), `${'whsec'}_from_a_file_0123456789\n`);
    await writeFile(join(folder, 'empty'), '\n');
  });
  after(() => rm(folder, { recursive: true }));

  const added = (given: Record<string, string>): Record<string, string | undefined> => {
    const env: Record<string, string | undefined> = { ...given };
    addSecretFiles({ env, cwd: () => folder });
    return env;
  };

  for (const name of secretNames) {
    it(`are read for ${name}, with a path from the working directory, without the end of the line`, () => {
      expect(added({ [`${name}_FILE`]: 'secret' })).to.deep.equal({
        [name]: `${'whsec'}_from_a_file_0123456789`,
      });
    });

    it(`and ${name} exclude each other`, () => {
      expect(() => added({ [name]: 'x', [`${name}_FILE`]: 'secret' })).to.throw(
        `${name} and ${name}_FILE are both set: unset one of them`,
      );
    });
  }

  it('must exist and have a text', () => {
    expect(() => added({ WEBHOOK_SECRET_FILE: 'nowhere' })).to.throw(
      'the file of WEBHOOK_SECRET_FILE cannot be read: correct the path, or the rights',
    );
    expect(() => added({ WEBHOOK_SECRET_FILE: 'empty' })).to.throw(
      'the file of WEBHOOK_SECRET_FILE is empty',
    );
    expect(added({ WEBHOOK_SECRET_FILE: ' ' })).to.deep.equal({ WEBHOOK_SECRET_FILE: ' ' });
  });

  it('may be neither a folder nor large', async () => {
    expect(() => added({ WEBHOOK_SECRET_FILE: '.' })).to.throw(
      'the file of WEBHOOK_SECRET_FILE cannot be read: correct the path, or the rights',
    );
    await writeFile(join(folder, 'large'), 'x'.repeat(65_537));
    expect(() => added({ WEBHOOK_SECRET_FILE: 'large' })).to.throw(
      'the file of WEBHOOK_SECRET_FILE has more than 65536 bytes, which is no secret: correct the path',
    );
  });

  it('lead to the configuration of the variables', () => {
    expect(decodeConfig(added({ WEBHOOK_SECRET_FILE: 'secret' }))).to.have.nested.property(
      'right.webhookSecrets[0]',
      `${'whsec'}_from_a_file_0123456789`,
    );
  });

  it('are possible for every variable with a secret', () => {
    // API_KEYS_FILE has the clients.
    const secret = Object.keys(variables).filter((name) => /SECRET|KEY$|_URL$/u.test(name));
    const others = [
      'PUBLIC_URL',
      'STRIPE_BASE_URL',
      'EVENT_FORWARD_URL',
      'REQUIRE_IDEMPOTENCY_KEY',
      'ALLOW_OPEN_API_WITH_LIVE_KEY',
    ];
    expect(secret.filter((name) => !others.includes(name)).toSorted()).to.deep.equal(
      [...secretNames].toSorted(),
    );
  });
});
