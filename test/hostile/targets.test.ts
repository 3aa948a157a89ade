import { bare, raw, sent } from './support/attack.js';
import { type Case, describeAttacks } from './support/describe-attacks.js';
import { useTarget } from './support/use-target.js';

const number = ['4242', '4242', '4242', '4242'].join('');

const requestTargets: ReadonlyArray<Case> = [
  ['a URL of a scheme without slashes', bare('GET javascript:alert(1)'), 400, 'invalid_http'],
  ['an absolute URL of an unknown path', bare('GET http://localhost/nowhere'), 404, null],
  [
    'an absolute URL of a known path',
    bare('GET http://localhost/api/payments/$payment'),
    200,
    undefined,
  ],
  [
    'an absolute URL of another host',
    bare('GET http://evil.example/api/payments/$payment'),
    200,
    undefined,
  ],
  ['an asterisk', bare('OPTIONS *'), 404, null],
  ['an asterisk where a path is due', bare('GET *'), 400, 'invalid_http'],
  ['no slash at the start', bare('GET api/payments'), 400, 'invalid_http'],
  [
    'an empty target',
    raw(['GET  HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a space inside',
    raw(['GET /api/pay ments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a tab inside',
    raw(['GET /api\t/payments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a NUL inside',
    raw(['GET /api\0/payments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a lone carriage return inside',
    raw(['GET /api\r/payments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a control character inside',
    raw(['GET /api/\x7fpayments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  ['a fragment', bare('GET /api/payments/$payment#x'), 200, undefined],
  ['a fragment instead of a path', bare('GET #'), 400, 'invalid_http'],
  ['a question mark alone', bare('GET ?'), 400, 'invalid_http'],
  ['UTF-8 without encoding', bare('GET /api/ni\xc3\xb1o'), 400, 'invalid_http'],
  ['Latin-1', bare('GET /api/ni\xf1o'), 400, 'invalid_http'],
  ['a target of 15 000 characters', bare(`GET /${'a'.repeat(15_000)}`), 404, null],
  ['a target of 20 000 characters', bare(`GET /${'a'.repeat(20_000)}`), 431, 'invalid_http'],
  ['a query of 12 000 parameters', bare(`GET /api/payments?${'&'.repeat(12_000)}`), 400, null],
];

const paths: ReadonlyArray<Case> = [
  ['an encoded slash in an id', bare('GET /api/payments/a%2Fb'), 404, 'resource_missing'],
  ['an encoded backslash in an id', bare('GET /api/payments/a%5Cb'), 404, 'resource_missing'],
  ['an encoded NUL in an id', bare('GET /api/payments/$payment%00'), 404, 'resource_missing'],
  [
    'an encoded line break in an id',
    bare('GET /api/payments/a%0D%0Ax-evil:%201'),
    404,
    'resource_missing',
    'x-evil',
  ],
  [
    'an encoded question mark in an id',
    bare('GET /api/payments/$payment%3Fexpand=x'),
    404,
    'resource_missing',
  ],
  ['an id that climbs', bare('GET /api/payments/..%2f..%2fcustomers'), 404, 'resource_missing'],
  ['dots as an id', bare('GET /api/payments/..'), 404, 'resource_missing'],
  ['encoded dots as an id', bare('GET /api/payments/%2e%2e'), 404, 'resource_missing'],
  ['a path that climbs', bare('GET /api/payments/../customers/$customer'), 404, null],
  ['a path that climbs above the root', bare('GET /../../../etc/passwd'), 404, null],
  ['a path that climbs with encoded dots', bare('GET /%2e%2e/%2e%2e/etc/passwd'), 404, null],
  [
    'a path that climbs inside the reference',
    bare('GET /doc/assets/5.35.0/..%2f..%2fpackage.json'),
    404,
    null,
  ],
  [
    'a path that climbs inside the reference with dots',
    bare('GET /doc/assets/../../package.json'),
    404,
    null,
  ],
  ['a broken escape in an id', bare('GET /api/payments/%zz'), 404, 'resource_missing'],
  ['half an escape in an id', bare('GET /api/payments/%'), 404, 'resource_missing'],
  ['a broken UTF-8 sequence in an id', bare('GET /api/payments/%E0%A4%A'), 404, 'resource_missing'],
  ['an overlong UTF-8 slash in an id', bare('GET /api/payments/%C0%AF'), 404, 'resource_missing'],
  ['a lone surrogate in an id', bare('GET /api/payments/%ED%A0%80'), 404, 'resource_missing'],
  ['an emoji as an id', bare('GET /api/payments/%F0%9F%92%B3'), 404, 'resource_missing'],
  ['an id encoded twice', bare('GET /api/payments/%2570i'), 404, 'resource_missing'],
  ['a blank id', bare('GET /api/customers/%20'), 400, null],
  ['an id with a prototype name', bare('GET /api/payments/__proto__'), 404, 'resource_missing'],
  [
    'an id with the name of a method',
    bare('GET /api/customers/constructor'),
    404,
    'resource_missing',
  ],
  ['an id with the name of a property', bare('GET /api/events/toString'), 404, 'resource_missing'],
  ['an id of another kind', bare('GET /api/payments/$customer'), 404, 'resource_missing'],
  ['a customer of another kind', bare('GET /api/customers/$payment'), 404, 'resource_missing'],
  [
    'an id of 10 000 characters',
    bare(`GET /api/payments/pi_${'a'.repeat(10_000)}`),
    404,
    'resource_missing',
  ],
  ['SQL in an id', bare("GET /api/events/evt'%20OR%201=1--"), 404, 'resource_missing'],
  ['a card number as an id', bare(`GET /api/payments/${number}`), 404, 'resource_missing', number],
  ['two slashes at the start', bare('GET //api/payments/$payment'), 404, null],
  ['two slashes inside', bare('GET /api//payments/$payment'), 404, null],
  ['a slash at the end', bare('GET /api/payments/$payment/'), 200, undefined],
  ['two slashes at the end', bare('GET /api/payments/$payment//'), 404, null],
  ['another case', bare('GET /API/payments/$payment'), 200],
  ['a matrix parameter', bare('GET /api/payments;x=1'), 404, null],
  ['a file ending', bare('GET /api/payments/$payment.json'), 404, 'resource_missing'],
  ['a backslash for a slash', bare('GET /api\\payments'), 404, null],
  ['an encoded path', bare('GET /%61pi/payments/$payment'), 404, null],
  ['a script as a path', bare('GET /<script>alert(1)</script>'), 404, null],
];

const methods: ReadonlyArray<Case> = [
  ['TRACE', bare('TRACE /api/payments', 'X-Secret: echo-me'), 404, null, 'echo-me'],
  ['TRACE of nothing', bare('TRACE /'), 404, null],
  [
    'TRACK',
    raw(['TRACK /api/payments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'OPTIONS of a known path',
    bare(
      'OPTIONS /api/payments',
      'Origin: https://evil.example',
      'Access-Control-Request-Method: POST',
    ),
    404,
    null,
    'access-control',
  ],
  ['PATCH', bare('PATCH /api/payments/$payment'), 404, null],
  ['PROPFIND', bare('PROPFIND /api/payments'), 404, null],
  [
    'a method in lower case',
    raw(['get /api/payments HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'an unknown method',
    raw(['HACK / HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a method with a script',
    raw(['<script> / HTTP/1.1', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  ['GET with a body', sent('GET /api/payments/$payment', { userId: 'x' }), 200, undefined],
  ['DELETE of all customers', bare('DELETE /api/customers'), 404, null],
  [
    'another method by a header',
    bare('GET /api/customers/$customer', 'X-HTTP-Method-Override: DELETE'),
    200,
    undefined,
  ],
  [
    'another method by a query',
    bare('GET /api/customers/$customer?_method=DELETE'),
    200,
    undefined,
  ],
  ['the preface of HTTP/2', raw(['PRI * HTTP/2.0', '', 'SM']), 400, 'invalid_http'],
  [
    'an upgrade to HTTP/2',
    bare(
      'GET /nowhere',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ),
    404,
    null,
  ],
  [
    'an upgrade to a WebSocket',
    bare(
      'GET /nowhere',
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ),
    404,
    null,
  ],
  ['HTTP/0.9', raw(['GET /nowhere'], ''), 400, 'invalid_http'],
  ['HTTP/1.0', raw(['GET /nowhere HTTP/1.0']), 404, null],
  [
    'HTTP/3.0',
    raw(['GET / HTTP/3.0', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'a version without numbers',
    raw(['GET / HTTP/x.y', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  [
    'another protocol',
    raw(['GET / ICY/1.0', 'Host: localhost', 'Connection: close']),
    400,
    'invalid_http',
  ],
  ['a TLS greeting', raw(['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03']), 400, 'invalid_http'],
  ['an SSH greeting', raw(['SSH-2.0-OpenSSH_9.6']), 400, 'invalid_http'],
  ['a greeting of SMTP', raw(['EHLO localhost']), 400, 'invalid_http'],
];

describe('hostile targets', () => {
  const { target } = useTarget();
  describeAttacks('request targets', target, requestTargets);
  describeAttacks('paths', target, paths);
  describeAttacks('methods', target, methods);
});
