import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import * as t from 'io-ts';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import type { Example } from '../../../../../src/adapters/inbound/http/openapi/examples.js';
import examples from '../../../../../src/adapters/inbound/http/openapi/examples.json' with {
  type: 'json',
};
import type { Route } from '../../../../../src/adapters/inbound/http/route.js';
import { overStripe } from '../../../../support/service/set-ups.js';
import { useService } from '../../../../support/service/use-service.js';

const script = 'scripts/swagger-ui/try-it-out.js';

type PageRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly loadSpec?: boolean;
};

type PageAnswer = { readonly ok: boolean; readonly url: string; readonly body: unknown };

/** The input of Swagger UI. */
type Interceptors = {
  readonly requestInterceptor: (request: PageRequest) => Promise<PageRequest>;
  readonly responseInterceptor: (answer: PageAnswer) => unknown;
};

const isInterceptors = (value: unknown): value is Interceptors =>
  typeof value === 'object' && value !== null && 'requestInterceptor' in value;

/** The page of a service: sends a request as Swagger UI does. */
const openPage = async (address: string) => {
  const page = `${address}/doc`;
  const started: Array<Interceptors> = [];
  const SwaggerUIBundle = (options: unknown): void => {
    if (isInterceptors(options)) started.push(options);
  };
  const context = {
    window: { SwaggerUIBundle },
    location: { href: page },
    URL,
    fetch: (url: string, init?: RequestInit) => fetch(new URL(url, page), init),
  };
  const code = await readFile(script, 'utf8');
  runInContext(`${code}; window.SwaggerUIBundle({})`, createContext(context));
  const [interceptors] = started;
  if (interceptors === undefined) throw new Error('Swagger UI was not started');
  return async (request: PageRequest): Promise<{ status: number; url: string; body: unknown }> => {
    const { method, url, headers, body } = await interceptors.requestInterceptor(request);
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const answer: unknown = await response.json();
    interceptors.responseInterceptor({ ok: response.ok, url, body: answer });
    return { status: response.status, url, body: answer };
  };
};

const recorded: ReadonlyArray<Example> = examples;

const routes: ReadonlyArray<Route> = Object.values(api);

/** The request that the page is filled with for an operation. */
const prefilled = (address: string, { operation, method, path }: Route): PageRequest => {
  const [example] = recorded.filter((one) => one.operation === operation && one.path === path);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => example?.params?.[name] ?? '');
  // Only parameters that are required are filled in.
  const query = Object.entries(example?.query ?? {}).filter(
    ([name]) => !/^(?:limit|type|state)$/.test(name),
  );
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
  const body = example?.body === undefined ? {} : { body: JSON.stringify(example.body) };
  const headers = { 'content-type': 'application/json' };
  return { method, url: `${address}${filled}${search}`, headers, ...body };
};

const called = routes.filter(({ access }) => access !== 'signature');

const Answer = t.type({ data: t.type({ id: t.string }) });

describe('"Try it out" of the reference', () => {
  const service = useService();

  it('sends every request as prefilled, each on a fresh page', async () => {
    for (const route of called) {
      const send = await openPage(service.address);
      const { status, body } = await send(prefilled(service.address, route));
      expect(status, `${route.operation}: ${JSON.stringify(body)}`).to.equal(route.status);
    }
  });

  it('sends them one after the other, with what earlier ones made', async () => {
    const send = await openPage(service.address);
    const sent = async (operation: keyof typeof api) => {
      const { status, body } = await send(prefilled(service.address, api[operation]));
      expect(status, `${operation}: ${JSON.stringify(body)}`).to.equal(api[operation].status);
      return Answer.is(body) ? body.data.id : '';
    };
    const payment = await sent('createPaymentIntent');
    expect(await sent('getPayment')).to.equal(payment);
    expect(await sent('cancelPayment')).to.equal(payment);
    expect(await sent('confirmPayment')).not.to.equal(payment);
    for (const { operation } of called) await sent(operation);
  });

  it('leaves ids alone that are no examples, and requests of other paths', async () => {
    const send = await openPage(service.address);
    const headers = {};
    const url = `${service.address}/api/payments/pi_unknown1`;
    expect(await send({ method: 'GET', url, headers })).to.include({ status: 404, url });
    const health = `${service.address}/health`;
    expect(await send({ method: 'GET', url: health, headers })).to.include({ status: 200 });
  });
});

describe('"Try it out" of a service with another processor', () => {
  const service = useService({}, overStripe);

  it('sends the examples as they are', async () => {
    const send = await openPage(service.address);
    const request = prefilled(service.address, api.getPayment);
    expect(await send(request)).to.include({ status: 404, url: request.url });
  });
});
