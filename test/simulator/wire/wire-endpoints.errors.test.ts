import { expect } from 'chai';
import { rawRequest } from '../../support/http/raw-request.js';
import { keyOf, type Request, useWire, withoutLogUrl } from '../support/use-wire.js';

const unknown = (method: string, path: string, near = '', empty = ''): string =>
  `Unrecognized request URL (${method}: ${path}).${empty} It is not simulated by this server, pasarela fake.${near} Every endpoint that is: <url>/_processor/endpoints`;
const emptyId =
  'If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.';
const noKey =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
const notForm =
  'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.';
const broken =
  'Invalid request: the parameters are nested too deep, or contain an invalid percent-encoding.';
const unreadable = 'Invalid request: the body is larger than 1 MB, incomplete, or not in UTF-8.';

const by = (authorization: string): Request => ({ headers: { authorization } });
const basic = (user: string): string => `Basic ${Buffer.from(user).toString('base64')}`;
const sending = (form: string, headers: Readonly<Record<string, string>> = {}): Request => ({
  form,
  headers: { authorization: `Bearer ${keyOf('errors')}`, ...headers },
});
const ours = sending;
const live = ['sk', 'live', 'abcdefghijkl1234'].join('_');

type Case = readonly [
  situation: string,
  method: string,
  path: string,
  request: Request,
  status: number,
  error: object,
];

const invalid = (message: string, more: object = {}) => ({
  type: 'invalid_request_error',
  message,
  ...more,
});

const cases: ReadonlyArray<Case> = [
  ['no key', 'GET', '/v1/customers', {}, 401, invalid(noKey)],
  ['an empty key', 'GET', '/v1/customers', by('Bearer '), 401, invalid(noKey)],
  ['a key without its scheme', 'GET', '/v1/customers', by(keyOf('x')), 401, invalid(noKey)],
  ['basic auth without a user', 'GET', '/v1/customers', by(basic(':')), 401, invalid(noKey)],
  [
    'a short key of an unknown kind',
    'GET',
    '/v1/customers',
    by('Bearer nonsense'),
    401,
    invalid('Invalid API Key provided: ********'),
  ],
  [
    'a long key of an unknown kind',
    'GET',
    '/v1/customers',
    by(basic('nonsense12345:')),
    401,
    invalid('Invalid API Key provided: *********2345'),
  ],
  [
    'a test key with a wrong name',
    'GET',
    '/v1/customers',
    by(`Bearer ${keyOf('not-a-name-1234')}`),
    401,
    invalid('Invalid API Key provided: sk_test_***********1234'),
  ],
  [
    'a live key',
    'GET',
    '/v1/customers',
    by(`Bearer ${live}`),
    401,
    invalid(
      'Invalid API Key provided: sk_live_****. This test server accepts test keys only: never send a live key to it.',
    ),
  ],
  [
    'an invalid account',
    'GET',
    '/v1/customers',
    ours('', { 'stripe-account': 'acct-1' }),
    403,
    invalid(
      "The provided key does not have access to account 'acct-1' (or that account does not exist). Application access may have been revoked.",
      {
        code: 'account_invalid',
        doc_url: 'https://stripe.com/docs/error-codes/account-invalid',
      },
    ),
  ],
  [
    'a key as the account',
    'GET',
    '/v1/customers',
    ours('', { 'stripe-account': ['sk', 'live', 'x'.repeat(18)].join('_') }),
    403,
    invalid(
      "The provided key does not have access to account '[key]' (or that account does not exist). Application access may have been revoked.",
      {
        code: 'account_invalid',
        doc_url: 'https://stripe.com/docs/error-codes/account-invalid',
      },
    ),
  ],
  ...['yesterday', '2026', '2026-13-01', '2026-02-30', '2026-10-28 endive'].map(
    (version): Case => [
      `the version ${version}`,
      'GET',
      '/v1/customers',
      ours('', { 'stripe-version': version }),
      400,
      invalid(`Invalid Stripe API version: ${version}`),
    ],
  ),
  ...(
    [
      ['/orders/42', 'Invalid URL: An explicit scheme (such as https) must be provided.'],
      ['javascript:alert(1)', 'Invalid URL: An explicit scheme (such as https) must be provided.'],
      ['https://', 'Not a valid URL'],
    ] as const
  ).map(
    ([url, message]): Case => [
      `a customer who is to come back to ${url}`,
      'POST',
      '/v1/payment_intents',
      ours(`amount=1999&currency=eur&confirm=true&return_url=${encodeURIComponent(url)}`),
      400,
      invalid(message, {
        param: 'return_url',
        code: 'url_invalid',
        doc_url: 'https://stripe.com/docs/error-codes/url-invalid',
      }),
    ],
  ),
  ['an unknown URL', 'GET', '/v1/foo', {}, 404, invalid(unknown('GET', '/v1/foo'))],
  [
    'an unknown control',
    'POST',
    '/_processor/delay',
    {},
    404,
    invalid('There is no control at POST /_processor/delay. GET / lists the controls.'),
  ],
  [
    "a part of Stripe's API that is not simulated",
    'POST',
    '/v1/subscriptions/sub_1',
    {},
    404,
    invalid(unknown('POST', '/v1/subscriptions/sub_1')),
  ],
  [
    'a misspelt part',
    'POST',
    '/v1/payment_intent/pi_1/confrim',
    ours(''),
    404,
    invalid(
      unknown(
        'POST',
        '/v1/payment_intent/pi_1/confrim',
        ' Did you mean POST /v1/payment_intents/:payment_intent/confirm?',
      ),
    ),
  ],
  [
    'a part of an object that is not simulated',
    'POST',
    '/v1/balance/history/unknown',
    ours(''),
    404,
    invalid(unknown('POST', '/v1/balance/history/unknown', ' Near it there is /v1/balance.')),
  ],
  [
    'another version of the API',
    'GET',
    '/v2/core/events',
    {},
    404,
    invalid(unknown('GET', '/v2/core/events')),
  ],
  [
    'an unsupported method',
    'PUT',
    '/v1/customers',
    {},
    404,
    invalid(unknown('PUT', '/v1/customers', ' /v1/customers takes GET, POST.')),
  ],
  [
    'a PATCH',
    'PATCH',
    '/v1/customers/cus_1',
    {},
    404,
    invalid(
      unknown('PATCH', '/v1/customers/cus_1', ' /v1/customers/:customer takes DELETE, GET, POST.'),
    ),
  ],
  [
    'upper case letters in the path',
    'GET',
    '/V1/Customers',
    {},
    404,
    invalid(unknown('GET', '/V1/Customers', ' Did you mean GET /v1/customers?')),
  ],
  [
    'an empty id',
    'GET',
    '/v1/customers/',
    ours(''),
    404,
    invalid(
      unknown('GET', '/v1/customers/', ' Did you mean GET /v1/customers/:customer?', ` ${emptyId}`),
    ),
  ],
  [
    'an empty id in the middle',
    'POST',
    '/v1/payment_intents//confirm',
    ours(''),
    404,
    invalid(
      unknown(
        'POST',
        '/v1/payment_intents//confirm',
        ' Did you mean POST /v1/payment_intents/:payment_intent/confirm?',
        ` ${emptyId}`,
      ),
    ),
  ],
  [
    'an unknown id',
    'GET',
    '/v1/customers/cus_x',
    ours(''),
    404,
    invalid("No such customer: 'cus_x'", {
      code: 'resource_missing',
      param: 'id',
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    }),
  ],
  [
    'an id with an invalid escape',
    'GET',
    '/v1/customers/%zz',
    ours(''),
    404,
    invalid("No such customer: '%zz'", {
      code: 'resource_missing',
      param: 'id',
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    }),
  ],
  [
    'an unknown parameter',
    'POST',
    '/v1/customers',
    ours('colour=red'),
    400,
    invalid('Received unknown parameter: colour', {
      code: 'parameter_unknown',
      param: 'colour',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
    }),
  ],
  [
    'a parameter of the path in the form',
    'POST',
    '/v1/customers/cus_x',
    ours('customer=cus_x'),
    400,
    invalid('Received unknown parameter: customer', {
      code: 'parameter_unknown',
      param: 'customer',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
    }),
  ],
  [
    'JSON',
    'POST',
    '/v1/customers',
    ours('{}', { 'content-type': 'application/json' }),
    400,
    invalid(notForm),
  ],
  [
    'a body of no type',
    'POST',
    '/v1/customers',
    ours('name=Ana', { 'content-type': '' }),
    400,
    invalid(notForm),
  ],
  ['a broken escape', 'POST', '/v1/customers', ours('name=%zz'), 400, invalid(broken)],
  ['an escape that is no UTF-8', 'POST', '/v1/customers', ours('name=%ff'), 400, invalid(broken)],
  ['a broken escape in the query', 'GET', '/v1/customers?limit=%', ours(''), 400, invalid(broken)],
  [
    'brackets too deep',
    'POST',
    '/v1/customers',
    ours(`a${'[b]'.repeat(9)}=1`),
    400,
    invalid(broken),
  ],
  [
    'another charset',
    'POST',
    '/v1/customers',
    ours('name=Ana', { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' }),
    400,
    invalid(unreadable),
  ],
  [
    'a body too large',
    'POST',
    '/v1/customers',
    ours(`name=${'a'.repeat(1024 * 1024)}`),
    400,
    invalid(unreadable),
  ],
];

describe('errors on the wire', () => {
  const wire = useWire();

  for (const [situation, method, path, request, status, error] of cases) {
    it(`${situation}: ${status}`, async () => {
      const sent =
        method === 'GET' && request.headers !== undefined ? { headers: request.headers } : request;
      const answer = await wire().send(method, path, sent);
      const found: unknown = JSON.parse(
        JSON.stringify(withoutLogUrl(answer)).replaceAll(wire().server.url, '<url>'),
      );
      expect([answer.status, found]).to.deep.equal([status, { error }]);
      expect(answer.headers.get('request-id')).to.match(/^req_[0-9A-Za-z]{24}$/);
      expect(answer.headers.get('stripe-version')).to.equal('2026-08-26.dahlia');
      expect(answer.headers.get('content-type')).to.equal('application/json');
      expect(answer.headers.get('www-authenticate')).to.equal(
        status === 401 ? 'Basic realm="Stripe"' : null,
      );
      expect(answer.text).not.to.include(live);
    });
  }

  const form = 'application/x-www-form-urlencoded';
  const unread: ReadonlyArray<
    readonly [situation: string, path: string, type: string, size: number]
  > = [
    ['too large', '/v1/customers', form, 3_000_000],
    ['not a form', '/v1/customers', 'application/json', 500_000],
    ['for an unknown URL', '/v1/foo', form, 500_000],
  ];
  for (const [situation, path, type, size] of unread) {
    for (const chunked of [false, true]) {
      it(`a body that is ${situation}, ${chunked ? 'in chunks' : 'of a known length'}, lets the connection's next request through`, async () => {
        const { url } = wire().server;
        const head = (line: string): ReadonlyArray<string> => [
          `${line} HTTP/1.1`,
          `Host: ${new URL(url).host}`,
          `Authorization: Bearer ${keyOf('errors')}`,
        ];
        const bytes = 'a'.repeat(size);
        const { head: first, body } = await rawRequest(
          url,
          [
            ...head(`POST ${path}`),
            `Content-Type: ${type}`,
            chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`,
            '',
            ...(chunked ? [size.toString(16), bytes, '0', ''] : []),
            `${chunked ? '' : bytes}${head('GET /v1/customers/cus_x').join('\r\n')}`,
            'Connection: close\r\n\r\n',
          ].join('\r\n'),
        );
        expect(first).to.match(/^HTTP\/1\.1 40[04] /);
        expect(body).to.match(/HTTP\/1\.1 404 Not Found[^]*No such customer: 'cus_x'/);
      });
    }
  }

  it('the error for a body that is not a form does not repeat the body', async () => {
    const { text } = await wire().send('POST', '/v1/tokens', {
      ...sending('{"card": {"number": "4242424242424242"}}', { 'content-type': 'text/plain' }),
    });
    expect(text).not.to.include('42424242');
  });

  it('the error for a card number in the path, a header or a path of expand does not repeat it', async () => {
    const number = '4242424242424242';
    for (const [path, headers] of [
      [`/v1/${number}`, {}],
      [`/v1/customers?expand[]=${number}`, {}],
      [`/v1/customers?expand[]=a.b.c.d.${number}`, {}],
      ['/v1/customers', { 'stripe-account': number }],
      ['/v1/customers', { 'stripe-version': number }],
    ] as const) {
      const { status, text } = await wire().as('errors')('GET', path, { headers });
      expect(status).to.be.oneOf([400, 403, 404]);
      expect(text).to.include('[number]').and.not.to.include(number);
    }
  });
});
