import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createClients } from '../../../../../src/adapters/inbound/http/access/clients.js';

const client = (name: string, key: string, more = {}) => ({
  name,
  otherNames: [],
  otherKeyHashes: [],
  keys: [key],
  ...more,
});

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

describe('createClients', () => {
  const namesOf = ({ authorize }: ReturnType<typeof createClients>, keys: ReadonlyArray<string>) =>
    keys.map((key) => {
      const caller = authorize(`Bearer ${key}`);
      return E.isRight(caller) ? caller.right.name : caller.left._tag;
    });

  it('replaces its clients for requests from then on', () => {
    const clients = createClients([client('shop', 'key1'), client('web', 'key2')]);
    expect(namesOf(clients, ['key1', 'key2', 'key3'])).to.deep.equal([
      'shop',
      'web',
      'Unauthorized',
    ]);
    clients.replace([client('shop', 'key3')]);
    expect(namesOf(clients, ['key1', 'key2', 'key3'])).to.deep.equal([
      'Unauthorized',
      'Unauthorized',
      'shop',
    ]);
  });

  it('gives the caller the scopes and the limit of its client', () => {
    const permissions = new Set(['read'] as const);
    const { authorize } = createClients([
      client('till', 'key1', { permissions, ceilings: { largestRefund: 5000 } }),
      client('shop', 'key2'),
    ]);
    const callers = ['key1', 'key2'].map((key) => authorize(`Bearer ${key}`));
    expect(callers).to.deep.equal([
      E.right({
        name: 'till',
        scope: 'client:till',
        formerScopes: [hashOf('key1'), 'open'],
        permissions,
        ceilings: { largestRefund: 5000 },
      }),
      E.right({ name: 'shop', scope: 'client:shop', formerScopes: [hashOf('key2'), 'open'] }),
    ]);
  });

  it('refuses a call without a key although the digest of nothing were known', () => {
    const nothing = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const { authorize } = createClients([client('shop', nothing)]);
    for (const header of [undefined, '', 'Bearer ', 'Basic x']) {
      expect(E.isLeft(authorize(header)), String(header)).to.equal(true);
    }
  });
});
