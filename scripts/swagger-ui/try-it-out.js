// Lets "Try it out" work with the examples as they are. Their ids are those of recorded objects, which a fresh service does not
// have: here they become those of the objects that were made on this page, or of new ones. Only with the in-memory processor.

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };
const checkout = {
  success_url: 'https://shop.example/thanks',
  line_items: [{ name: 'T-shirt', amount: '19.99' }],
};
const isExampleId = /^(?:cus|card|tok|pi|ch|seti|cs|evt|du|po)_\w+$/;

const textsIn = (value) => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

// Read when the first request is sent.
let examples;
const loadExamples = async () => {
  const response = await fetch('doc/openapi.json');
  const document = await response.json();
  if (document['x-in-memory-processor'] !== true) return new Set();
  return new Set(textsIn(document.components.examples).filter((text) => isExampleId.test(text)));
};

/** The newest object of each kind that an operation can still use. */
const latest = {};

const set = (kind, id, isUsable) => {
  if (isUsable) latest[kind] = id;
  else if (latest[kind] === id) delete latest[kind];
};

const remember = (url, answer) => {
  const data = answer?.data ?? {};
  const { id, cardId, token_id, status, latest_charge } = data;
  if (cardId !== undefined) Object.assign(latest, { card: cardId, token: undefined });
  if (token_id !== undefined) latest.token = token_id;
  // The answer to a removal has only the id.
  if (id?.startsWith('cus_')) set('customer', id, 'email' in data);
  if (id?.startsWith('card_')) set('card', id, false);
  if (id?.startsWith('pi_')) {
    set('payment', id, status === 'requires_confirmation');
    set('held', id, status === 'requires_capture');
    if (status === 'succeeded' && !url.endsWith('/capture')) latest.charge = latest_charge;
  }
  if (id?.startsWith('seti_')) set('setupIntent', id, status === 'requires_confirmation');
  if (id?.startsWith('du_')) set('dispute', id, status === 'needs_response');
  if (id?.startsWith('cs_')) set('checkoutSession', id, status === 'open');
};

/** Calls the service for a request of the page, with its API key. */
const callFor = (request) => async (method, path, body) => {
  const authorization = request.headers.Authorization ?? request.headers.authorization;
  const url = new URL(`api/${path}`, location.href).href;
  const response = await fetch(url, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  remember(url, answer);
  return answer.data;
};

const kinds = {
  cus: 'customer',
  card: 'card',
  tok: 'token',
  ch: 'charge',
  seti: 'setupIntent',
  cs: 'checkoutSession',
  evt: 'event',
  du: 'dispute',
  po: 'payout',
};

const kindOf = (id, url) => {
  const prefix = id.slice(0, id.indexOf('_'));
  if (prefix !== 'pi') return kinds[prefix];
  return url.endsWith('/capture') ? 'held' : 'payment';
};

const idFor = async (kind, call) => {
  if (latest[kind] !== undefined) return latest[kind];
  const pay = async (fields) =>
    call('POST', 'payments', {
      amount: '19.99',
      customer_id: await idFor('customer', call),
      payment_method: 'pm_card_visa',
      ...fields,
    });
  switch (kind) {
    case 'customer':
      return (await call('POST', 'customers', contact)).id;
    case 'token':
      return 'tok_visa';
    case 'card': {
      const userId = await idFor('customer', call);
      return (await call('POST', 'cards/assign', { userId, source: 'tok_visa' })).cardId;
    }
    case 'payment':
      return (await pay({})).id;
    case 'held':
      return (await pay({ confirm: true, capture_method: 'manual' })).id;
    case 'charge':
      return (await pay({ confirm: true })).latest_charge;
    case 'setupIntent': {
      const customer_id = await idFor('customer', call);
      const fields = { customer_id, payment_method: 'pm_card_visa' };
      return (await call('POST', 'setup-intents', fields)).id;
    }
    case 'dispute':
      await pay({ confirm: true, payment_method: 'pm_card_createDispute' });
      return (await call('GET', 'disputes?limit=1')).data[0].id;
    case 'payout':
      // More than refunds and disputes have taken before. It is available after a week.
      await pay({ confirm: true, amount: '10000' });
      await call('POST', '../_processor/clock', { advance: 8 * 86_400 });
      return (await call('POST', '../_processor/pay-out', {})).payouts[0].id;
    case 'checkoutSession':
      return (await call('POST', 'checkout-sessions', checkout)).id;
    default: {
      await idFor('customer', call);
      return (await call('GET', 'events?limit=1')).data[0].id;
    }
  }
};

// Swagger UI has parsed the body of a JSON request.
const bodyText = ({ body }) => (typeof body === 'object' ? JSON.stringify(body) : body);

const withOwnIds = async (request) => {
  const found = await examples;
  const { url } = request;
  let changed = JSON.stringify([url, bodyText(request) ?? null]);
  const used = [...new Set(changed.match(/\w+/g))].filter((word) => found.has(word));
  const call = callFor(request);
  for (const id of used) changed = changed.replaceAll(id, await idFor(kindOf(id, url), call));
  const [ownUrl, ownBody] = JSON.parse(changed);
  return Object.assign(request, { url: ownUrl }, ownBody === null ? {} : { body: ownBody });
};

const requestInterceptor = async (request) => {
  // A webhook is signed by the processor.
  const isOfApi = /\/api\/(?!webhooks)/.test(request.url) && request.loadSpec !== true;
  if (!isOfApi) return request;
  examples ??= loadExamples();
  // The answer to the request reports failures here too, such as a missing API key.
  return withOwnIds(request).catch(() => request);
};

const responseInterceptor = (response) => {
  if (response.ok && response.url.includes('/api/')) {
    remember(response.url, response.body);
  }
  return response;
};

const { SwaggerUIBundle } = window;
window.SwaggerUIBundle = Object.assign(
  (options) => SwaggerUIBundle({ ...options, requestInterceptor, responseInterceptor }),
  SwaggerUIBundle,
);
