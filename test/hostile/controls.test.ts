import { bare, sent } from './support/attack.js';
import { type Case, describeAttacks } from './support/describe-attacks.js';
import { useTarget } from './support/use-target.js';

const plan = (value: unknown): ReturnType<typeof sent> => sent('POST /_processor/fail-next', value);
const clock = (advance: unknown): ReturnType<typeof sent> =>
  sent('POST /_processor/clock', { advance });

let deep: unknown = 'x';
for (let level = 0; level < 3000; level += 1) deep = [deep];

const controls: ReadonlyArray<Case> = [
  ['a control by GET', bare('GET /_processor/reset'), 405, 'method_not_allowed'],
  ['an unknown control', sent('POST /_processor/drop', {}), 404, null],
  ['a control that climbs', sent('POST /_processor/../_processor/reset', {}), 404, null],
  ['a control of the local server', bare('DELETE /_processor/account'), 404, null],
  ['the fixture of the local server', bare('GET /_processor/fixture'), 404, null],
  ['no plan', plan({}), 400, 'missing_fields'],
  ['a deep plan', plan({ on: 'any', with: { decline: 'x', deep } }), 400, 'invalid_field'],
  ['a deep decline', plan({ on: 'any', with: { decline: deep } }), 400, 'invalid_field'],
  [
    'a decline of a prototype',
    plan({ on: 'any', with: { decline: '__proto__' } }),
    400,
    'invalid_request_error',
  ],
  [
    'a call of a prototype',
    plan({ on: 'constructor', with: 'server_error' }),
    400,
    'invalid_field',
  ],
  [
    'a call that does not exist',
    plan({ on: 'everything', with: 'server_error' }),
    400,
    'invalid_field',
  ],
  [
    'a delay of less than nothing',
    plan({ on: 'any', with: { delay: -1 } }),
    400,
    'invalid_request_error',
  ],
  ['a delay of ages', plan({ on: 'any', with: { delay: 1e300 } }), 400, 'invalid_request_error'],
  ['a delay that is a text', plan({ on: 'any', with: { delay: '1' } }), 400, 'invalid_field'],
  ['no times', plan({ on: 'any', with: 'server_error', times: 0 }), 400, 'invalid_request_error'],
  ['half a time', plan({ on: 'any', with: 'server_error', times: 0.5 }), 400, 'invalid_field'],
  ['no advance', clock(undefined), 400, 'missing_fields'],
  ['an advance backwards', clock(-1), 400, 'invalid_field'],
  ['an advance of ages', clock(1e300), 400, 'invalid_field'],
  ['an advance beyond whole numbers', clock(Number.MAX_SAFE_INTEGER), 400, 'invalid_request_error'],
  ['an advance of a list', clock([1]), 400, 'invalid_field'],
  ['a challenge of nothing', sent('POST /_processor/challenge', {}), 400, 'missing_fields'],
  [
    'a challenge that does not exist',
    sent('POST /_processor/challenge', { id: 'pi_x', outcome: 'approve' }),
    404,
    'resource_missing',
  ],
  [
    'a challenge with a path',
    sent('POST /_processor/challenge', { id: '../x', outcome: 'approve' }),
    404,
    'resource_missing',
  ],
  [
    'a challenge of a paid payment',
    sent('POST /_processor/challenge', { id: '$paid', outcome: 'approve' }),
    400,
    'payment_intent_unexpected_state',
  ],
  [
    'another outcome',
    sent('POST /_processor/challenge', { id: '$challenge', outcome: 'maybe' }),
    400,
    'invalid_field',
  ],
  [
    'a delay of events of ages',
    sent('POST /_processor/delay-events', { seconds: 1e300 }),
    400,
    'invalid_field',
  ],
  [
    'a Checkout session that does not exist',
    sent('POST /_processor/complete-checkout', { id: 'cs_x' }),
    404,
    'resource_missing',
  ],
  [
    'a Checkout session with a card number',
    sent('POST /_processor/complete-checkout', { id: '4242'.repeat(4) }),
    404,
    'resource_missing',
    '4242'.repeat(4),
  ],
  [
    'a failure of a customer',
    sent('POST /_processor/fail', { id: '$customer' }),
    404,
    'resource_missing',
  ],
  [
    'a settlement of a list',
    sent('POST /_processor/settle', { id: ['$paid'] }),
    400,
    'invalid_field',
  ],
];

const foreign: ReadonlyArray<Case> = [
  [
    'a page of another site',
    sent('POST /api/payments', {}, 'Sec-Fetch-Site: cross-site'),
    403,
    'foreign_page',
  ],
  [
    'a page of another subdomain',
    sent('POST /api/payments', {}, 'Sec-Fetch-Site: same-site'),
    403,
    'foreign_page',
  ],
  [
    'a page of another port',
    sent('POST /api/payments', {}, 'Origin: http://localhost:9999'),
    403,
    'foreign_page',
  ],
  ['a page without an origin', sent('POST /api/payments', {}, 'Origin: null'), 403, 'foreign_page'],
  [
    'a page that says both',
    sent('POST /api/payments', {}, 'Origin: https://evil.example', 'Sec-Fetch-Site: none'),
    403,
    'foreign_page',
  ],
  [
    'a page of an extension',
    sent('POST /api/payments', {}, 'Origin: moz-extension://x'),
    403,
    'foreign_page',
  ],
  [
    'a form of another site',
    sent('POST /api/events/replay', '', 'Origin: https://evil.example', 'Content-Type: text/plain'),
    403,
    'foreign_page',
  ],
  [
    'a replay for another site',
    bare('POST /api/events/replay', 'Origin: https://evil.example'),
    403,
    'foreign_page',
  ],
  [
    'a reading for another site',
    bare('GET /api/customers', 'Sec-Fetch-Site: cross-site'),
    403,
    'foreign_page',
  ],
  [
    'a name of another site that points here',
    bare('GET /api/customers', 'Host: evil.example'),
    403,
    'foreign_page',
  ],
  [
    'a name of another site with a port',
    bare('GET /api/customers', 'Host: evil.example:3000'),
    403,
    'foreign_page',
  ],
  [
    'a name that ends like this machine',
    bare('GET /api/customers', 'Host: localhost.evil.example'),
    403,
    'foreign_page',
  ],
  [
    'a name that looks like an address',
    bare('GET /api/customers', 'Host: 127.0.0.1.nip.example'),
    403,
    'foreign_page',
  ],
  [
    'a name of another site in capitals',
    bare('GET /api/customers', 'Host: EVIL.EXAMPLE'),
    403,
    'foreign_page',
  ],
  [
    'a URL of another site',
    bare('GET http://evil.example/api/customers', 'Host: evil.example'),
    403,
    'foreign_page',
  ],
  [
    'a control for another site',
    sent('POST /_processor/reset', {}, 'Origin: https://evil.example'),
    403,
    'foreign_page',
  ],
  [
    'a control for a name of another site',
    sent('POST /_processor/reset', {}, 'Host: evil.example'),
    403,
    'foreign_page',
  ],
  ['a request of this machine', bare('GET /api/customers', 'Host: localhost:3000'), 200],
  [
    'a request of a page of its own',
    bare('GET /api/customers', 'Sec-Fetch-Site: same-origin'),
    200,
  ],
  ['a request of a program', bare('GET /api/customers'), 200],
  ['a name without a dot', bare('GET /api/customers', 'Host: pasarela'), 200],
];

describe('hostile controls', () => {
  const { target } = useTarget();
  describeAttacks('controls', target, controls);
});

describe('hostile pages on the machine of a developer', () => {
  const { target } = useTarget({ env: { API_KEYS: undefined } });
  describeAttacks('without API keys', target, foreign);
});
