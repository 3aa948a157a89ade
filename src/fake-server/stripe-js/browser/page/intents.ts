import type { ApiOutcome } from '../shared/api.js';
import type { Client } from './client.js';
import type { IntentSecret } from './intent-secret.js';

export const fetchIntent = (
  client: Client,
  { kind, id, secret }: IntentSecret,
): Promise<ApiOutcome> =>
  client.call({
    method: 'GET',
    path: `${kind.path}/${id}`,
    form: { is_stripe_sdk: false, client_secret: secret },
  });
