import * as fc from 'fast-check';
import { api } from '../../../src/adapters/inbound/http/api.js';
import { methodOn, type Route } from '../../../src/adapters/inbound/http/route.js';
import { signatureOf } from './signature-of.js';

/** A request with its path and headers exactly as sent. */
export type FuzzRequest = {
  /** The operation that the request is meant for. */
  readonly aim: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** Valid values by the field's name in the interface, with its operation before it where they differ; `id` by operation. */
export type Plausible = Readonly<Record<string, ReadonlyArray<unknown>>>;

export type FuzzSettings = {
  readonly plausible: Plausible;
  readonly webhookSecret: string;
  /** Unix seconds. */
  readonly now: number;
};

const hostileTexts = [
  '',
  ' ',
  '\t\n',
  '\0',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e400',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '../../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'cus_',
  'pi_x_secret_y',
  '\u202Eabc',
  '\uFEFF',
  '💳'.repeat(20),
  'İıſK',
  'a'.repeat(5_000),
] as const;

const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

const hostileValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileText },
    { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1e21, -1e300, 0.1 + 0.2) },
    { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(nested(50), { a: { b: { c: [] } } }, [[], {}]) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom('constructor', 'toString', 'id'), fc.jsonValue(), {
        noNullPrototype: true,
      }),
    },
  );

// Characters that a URL may contain unencoded, and sequences that break decoders.
const rawSegments = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%C3%28',
  '%00',
  '%20',
  '%2F',
  '%2e%2e',
  '..',
  '.',
  '*',
  ':id',
  '(.*)',
  ';a=b',
  '\xE9\xFF',
  '%F0%9F%92%B3',
  'a'.repeat(3_000),
] as const;

const encoded = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};

const spelled = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const hostileSegment = (): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...rawSegments), hostileText.map(encoded));

const mostly = <A, B>(likely: fc.Arbitrary<A>, unlikely: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: unlikely });

const soundValuesOf = ({ plausible }: FuzzSettings, name: string): fc.Arbitrary<unknown> =>
  fc.constantFrom(...(plausible[name] ?? ['']));

const valuesOf = ({ plausible }: FuzzSettings, name: string): fc.Arbitrary<unknown> => {
  const values = plausible[name] ?? [];
  return values.length === 0 ? hostileValue() : mostly(fc.constantFrom(...values), hostileValue());
};

const pathOf = (template: string, ids: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      mostly(
        ids.map((id) => encoded(spelled(id))),
        hostileSegment(),
      ),
      mostly(fc.constant(''), fc.constantFrom('/', '//', '/x', '%2F', '.json')),
    )
    .map(([segment, end]) => template.replace(':id', () => segment) + end);

const queryOf = (settings: FuzzSettings, names: ReadonlyArray<string>): fc.Arbitrary<string> => {
  const pair = fc.oneof(
    ...names.map((name) =>
      valuesOf(settings, name).map((value) => `${name}=${encoded(spelled(value))}`),
    ),
    fc
      .tuple(fc.constantFrom(...names, 'x', 'limit[]', '__proto__'), hostileSegment())
      .map(([name, value]) => `${name}=${value.replaceAll('#', '')}`),
  );
  // A required parameter is seldom drawn together with sound values of all others.
  const sound = fc
    .subarray([...names], { maxLength: Math.min(names.length, 2) })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((name) =>
          soundValuesOf(settings, name).map((value) => `${name}=${encoded(spelled(value))}`),
        ),
      ),
    );
  const any = fc.array(pair, { maxLength: 4 });
  // Where money moves, a query is an unknown field: with one in most requests, hardly any would be done.
  return (names.length === 0 ? mostly(sound, any) : mostly(any, sound)).map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
  );
};

// Most bodies have the required fields, so that they pass the first check, and a few optional ones: with all of them,
// nearly every body would have an invalid field.
const bodyOf = (
  settings: FuzzSettings,
  names: ReadonlyArray<string>,
  needed: ReadonlyArray<string> = names,
): fc.Arbitrary<string> => {
  const fieldsOf = (some: ReadonlyArray<string>) =>
    Object.fromEntries(some.map((name) => [name, valuesOf(settings, name)]));
  const fields = fieldsOf(names);
  const others = names.filter((name) => !needed.includes(name));
  const whole = fc
    .subarray([...others], { maxLength: Math.min(others.length, 3) })
    .chain((chosen) => fc.record(fieldsOf([...needed, ...chosen])))
    .map((body) => JSON.stringify(body));
  // Of likely values alone: with a few hostile ones among twenty fields, hardly a payment would be made.
  const sound = fc
    .subarray([...others], { maxLength: Math.min(others.length, 2) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...needed, ...chosen].map((name) => [name, soundValuesOf(settings, name)]),
        ),
      ),
    )
    .map((body) => JSON.stringify(body));
  const part = fc.record(fields, { requiredKeys: [] }).map((body) => JSON.stringify(body));
  const broken = fc.oneof(
    fc.constantFrom('{', '[]', 'null', '7', '"x"', '{"__proto__":{"a":1}}', '{"a":1}}', '\uFEFF{}'),
    hostileText,
    fc.json(),
    fc.constant(`{"email":"${'x'.repeat(120_000)}"}`),
    whole.map((body) => body.slice(0, -1)),
  );
  return fc.oneof(
    { weight: 4, arbitrary: sound },
    { weight: 4, arbitrary: whole },
    { weight: 2, arbitrary: part },
    { weight: 2, arbitrary: broken },
  );
};

const oddHeaders = (): fc.Arbitrary<Record<string, string>> =>
  mostly(
    fc.constant({}),
    fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json; charset="' },
      { 'content-type': ';;;' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'nonsense' },
      { authorization: 'Bearer x' },
      { authorization: 'a'.repeat(7_000) },
      { 'x-long': 'a'.repeat(20_000) },
      { accept: 'image/png' },
      { 'idempotency-key': '\xFF' },
      { 'x-http-method-override': 'DELETE' },
      { cookie: '='.repeat(1_000) },
      { 'if-none-match': '*' },
      { range: 'bytes=0-1' },
    ),
  );

const webhookBody = (): fc.Arbitrary<string> =>
  mostly(
    fc
      .record({
        id: mostly(fc.constantFrom('evt_1', 'evt_2', 'evt_3'), hostileText),
        object: mostly(fc.constant('event'), hostileText),
        type: mostly(fc.constantFrom('charge.succeeded', 'customer.created'), hostileValue()),
        created: mostly(fc.constant(1), hostileValue()),
        livemode: fc.boolean(),
        data: mostly(fc.constant({ object: { id: 'ch_1' } }), hostileValue()),
      })
      .map((event) => JSON.stringify(event)),
    hostileText,
  );

const webhookRequest = (
  { webhookSecret, now }: FuzzSettings,
  aim: string,
  path: string,
): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      body: webhookBody(),
      header: fc.constantFrom('processor-signature', 'stripe-signature'),
      broken: mostly(
        fc.constant(undefined),
        fc.constantFrom('', 't=,v1=', `t=${now}`, 't=1,v1=00', ',,,===', 'v1=', 'x'.repeat(5_000)),
      ),
      odd: oddHeaders(),
    })
    .map(({ body, header, broken, odd }) => ({
      aim,
      method: 'POST',
      path,
      headers: { ...odd, [header]: broken ?? signatureOf(body, webhookSecret, now) },
      body,
    }));

const plainRequest = (
  given: FuzzSettings,
  aim: string,
  route: Route,
  template: string,
): fc.Arbitrary<FuzzRequest> => {
  const fields = Object.entries(route.body ?? {});
  const names = fields.map(([wire]) => wire);
  const own = names.flatMap((name) => {
    const values = given.plausible[`${aim}/${name}`];
    return values === undefined ? [] : [[name, values] as const];
  });
  const settings = { ...given, plausible: { ...given.plausible, ...Object.fromEntries(own) } };
  const needed = fields
    .filter(([, field]) => Object.hasOwn(route.input.required, field))
    .map(([wire]) => wire);
  return fc
    .record({
      path: pathOf(template, valuesOf(settings, `${aim}/id`)),
      query: queryOf(settings, Object.keys(route.query ?? {})),
      body: names.length === 0 ? fc.constant(undefined) : bodyOf(settings, names, needed),
      odd: oddHeaders(),
      stray: fc.boolean(),
    })
    .map(({ path, query, body, odd, stray }) => {
      const sent = body ?? (stray && methodOn(route, template) !== 'GET' ? '{}' : undefined);
      return {
        aim,
        method: methodOn(route, template),
        path: `${path}${query}`,
        headers: sent === undefined ? odd : { 'content-type': 'application/json', ...odd },
        body: sent,
      };
    });
};

// The HTTP controls of the in-memory processor.
const commandRequest = (settings: FuzzSettings): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      name: fc.constantFrom('challenge', 'settle', 'fail', 'clock', 'fail-next', 'reset'),
      body: bodyOf(settings, ['id', 'outcome', 'advance', 'on', 'with', 'times']),
      odd: oddHeaders(),
    })
    .map(({ name, body, odd }) => ({
      aim: 'command',
      method: 'POST',
      path: `/_processor/${name}`,
      headers: { 'content-type': 'application/json', ...odd },
      body,
    }));

// The page where a person completes a challenge. It is outside the interface, and has no envelope.
const challengeRequest = (settings: FuzzSettings): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: fc.constantFrom('GET', 'POST'),
      path: pathOf('/_processor/challenges/:id', valuesOf(settings, 'id')),
      body: mostly(
        fc.constantFrom('outcome=approve', 'outcome=refuse'),
        fc.oneof(
          fc.constantFrom('outcome[]=approve', 'outcome=%E0%A4%A', `outcome=${'x'.repeat(3_000)}`),
          hostileText,
        ),
      ),
      odd: oddHeaders(),
    })
    .map(({ method, path, body, odd }) => ({
      aim: 'challenge page',
      method,
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...odd },
      body: method === 'GET' ? undefined : body,
    }));

const nowhere = (): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'LINK'),
      path: fc
        .array(hostileSegment(), { minLength: 1, maxLength: 4 })
        .map((segments) => `/${segments.join('/')}`),
      prefix: fc.constantFrom('', '/api', '/api/customers', '/api/payments', '/_processor', '/doc'),
      odd: oddHeaders(),
    })
    .map(({ method, path, prefix, odd }) => ({
      aim: 'nowhere',
      method,
      path: `${prefix}${path}`,
      headers: odd,
      body: undefined,
    }));

/** Requests to every operation by every form of its path, from valid to malicious, and to unknown routes. */
export const arbitraryRequest = (settings: FuzzSettings): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    ...Object.entries(api).flatMap(([aim, route]) =>
      route.paths.map((path) =>
        route.access === 'signature'
          ? webhookRequest(settings, aim, path)
          : plainRequest(settings, aim, route, path),
      ),
    ),
    commandRequest(settings),
    challengeRequest(settings),
    nowhere(),
  );
