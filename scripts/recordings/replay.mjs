// Replays recorded requests against a server of ours. Every cassette has an account of its own, whose clock follows the
// recording. Ids are replaced by ours as answers come.
import { differences, fieldsOf, ids } from './compare.mjs';

const single = new RegExp(`^(?:${ids.source})$`);
// Ids that everyone has.
const everyones =
  /^(tok_(visa|mastercard|amex|discover|diners|jcb|unionpay|charge|create|threeD|risk|us|br|ca|mx|gb|fr|de|jp)|pm_card|cus_(invalid|nope|nonexistent))/;

const idsIn = (text) =>
  [...text.matchAll(ids)].map(([id]) => id).filter((id) => !everyones.test(id));

const secondsOf = (date) => {
  const iso = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(date)?.[0];
  return Math.floor(Date.parse(iso === undefined ? date : `${iso}Z`) / 1000);
};

// A card that was valid then may have expired since.
const withoutExpiry = ([name, value], about) =>
  about.includes('expir') || !name.endsWith('[exp_year]') || !/^\d+$/.test(value)
    ? [name, value]
    : [name, String(Number(value) < 100 ? Number(value) + 6 : Math.max(Number(value), 2031))];

const learnIds = (recorded, ours, map) => {
  if (typeof recorded === 'string' && typeof ours === 'string') {
    const known = single.test(recorded) && (single.test(ours) || ours.includes('_secret_'));
    if (known && recorded !== ours && !map.has(recorded)) map.set(recorded, ours);
    return;
  }
  if (
    typeof recorded !== 'object' ||
    recorded === null ||
    typeof ours !== 'object' ||
    ours === null
  )
    return;
  for (const name of Object.keys(recorded)) learnIds(recorded[name], ours[name], map);
};

// The connected account of a step; some recordings hide its id.
const accountOf = ({ acct }) => {
  if (acct === undefined || acct === null) return undefined;
  return /^acct_\w+$/.test(acct) ? acct : 'acct_1Hidden00000000';
};

const startsWithOthers =
  /^\/v1\/(payment_intents|setup_intents|checkout\/sessions|customers\/cus_\w+|payment_methods\/pm_\w+\/attach|charges)(\/|$)/;

// The details of a stand-in are not those of the recorded object.
const ofStandIn =
  /(^|\.)(address|balance|billing_details|card|currency|description|discount|email|invoice_settings|metadata|name|phone|preferred_locales|shipping|tax_exempt)(\.|$|\[)/;

const said = (status, { code = '', message = '' }) =>
  `${status} ${code} ${message.replaceAll(ids, '$1_…').slice(0, 160)}`.trim();

/**
 * Replays a cassette: for each step its outcome, and the differences of those that were replayed. `send(request)` answers
 * `{ status, body }`; `isServed(method, path)` tells whether there is such an endpoint; `advance(seconds)` moves the clock.
 */
export const replayCassette = async ({ steps }, { send, isServed, advance }) => {
  const map = new Map();
  const known = (text) =>
    text.replaceAll(ids, (id, prefix, rest) => map.get(id) ?? map.get(`${prefix}_${rest}`) ?? id);
  const results = [];
  // After a change that could not be replayed, values may differ for that reason alone.
  let changedElsewhere = false;
  let standsIn = false;
  let clock;

  const standIn = async (missing, path, form, account) => {
    const customer = missing.find((id) => id.startsWith('cus_'));
    if (customer !== undefined) {
      const source = path.startsWith('/v1/charges') ? '&source=tok_visa' : '';
      const { body } = await send({
        method: 'POST',
        path: '/v1/customers',
        account,
        form: `email=standin%40example.com${source}`,
      });
      map.set(customer, body.id);
    }
    const inPath = /^\/v1\/customers\/(cus_\w+)/.exec(path)?.[1];
    const owner = map.get(inPath ?? new URLSearchParams(form).get('customer') ?? '');
    for (const id of missing.filter((one) => one.startsWith('pm_'))) {
      const attached = owner !== undefined && !path.endsWith('/attach');
      const { body } = await send({
        method: 'POST',
        path: attached ? '/v1/payment_methods/pm_card_visa/attach' : '/v1/payment_methods',
        account,
        form: attached ? `customer=${owner}` : 'type=card&card[token]=tok_visa',
      });
      map.set(id, body.id);
    }
    standsIn = true;
  };

  for (const step of steps) {
    const { m: method, u: url, b: form = '', v: version, st: status, r: recorded, at } = step;
    const [path, query = ''] = url.split('?');
    const account = accountOf(step);
    const now = secondsOf(at);
    const later = Math.min(Math.max(now - (clock ?? now), 0), 3600);
    clock = now;
    const result = (outcome, more = {}) =>
      results.push({
        method,
        path,
        version: version ?? null,
        date: new Date(now * 1000),
        outcome,
        ...more,
      });
    const text = decodeURIComponent(
      `${url} ${form ?? ''}`.replaceAll('+', ' ').replaceAll(/%(?![\da-f]{2})/gi, '%25'),
    );
    const touchesKnown = idsIn(text).some((id) => map.has(id));
    const failed = status >= 400 ? (recorded?.error ?? {}) : {};
    const skip = (outcome) => {
      if (method !== 'GET' && touchesKnown) changedElsewhere = true;
      result(outcome);
    };

    if (!isServed(method, path)) {
      skip('another product');
      continue;
    }
    const readable = typeof recorded === 'object' && recorded !== null && status !== null;
    if (!readable || status === 401 || status === 429 || status >= 500) {
      result('unusable');
      continue;
    }
    let missing = idsIn(text).filter((id) => !map.has(id) && !id.startsWith('acct_'));
    const isRefusal =
      failed.code === 'resource_missing' || String(failed.message).includes('No such');
    if (
      missing.length > 0 &&
      method === 'POST' &&
      status < 400 &&
      startsWithOthers.test(path) &&
      missing.every((id) => /^(cus|pm)_/.test(id))
    ) {
      await standIn(missing, path, form, account);
      missing = [];
    }
    if (missing.length > 0 && !isRefusal) {
      skip('made elsewhere');
      continue;
    }
    if (later > 0) advance(later);
    const about = `${failed.code} ${failed.message}`;
    const fields = [...new URLSearchParams(form ?? '')]
      .map(([name, value]) => [known(name), known(value)])
      .map((field) => withoutExpiry(field, about));
    const asked = new URLSearchParams(
      [...new URLSearchParams(query)].map(([name, value]) => [name, known(value)]),
    );
    const { status: ourStatus, body } = await send({
      method,
      path: `${known(path)}${asked.size > 0 ? `?${asked}` : ''}`,
      ...(method === 'GET' ? {} : { form: new URLSearchParams(fields).toString() }),
      version: (version ?? '2025-11-17.clover').split(';')[0],
      key: step.ik ?? undefined,
      account,
    });
    const ourError = body?.error ?? {};
    if (ourStatus >= 400 && /\bsimulate/i.test(String(ourError.message))) {
      skip('not simulated');
      continue;
    }
    const isWhole = (list) =>
      list.data.length === body.data?.length ? true : list.data.every(({ id }) => map.has(id));
    const compared = () => {
      if (status !== ourStatus) {
        return [
          { path: 'status', recorded: said(status, failed), ours: said(ourStatus, ourError) },
        ];
      }
      // Other tests of the recorded account left objects in its lists.
      if (recorded.object === 'list' && !isWhole(recorded)) {
        const { data: _, has_more: __, total_count: ___, ...rest } = recorded;
        return differences(rest, body, known).filter(
          ({ path: field }) => field !== 'count' || body.count === undefined,
        );
      }
      return differences(recorded, body, known);
    };
    const found = compared()
      .map((one) => ({ ...one, path: one.path.replaceAll(/\[\d+\]/g, '[]') }))
      .filter((one) => !standsIn || one.path === 'status' || !ofStandIn.test(one.path))
      .filter((one) => !changedElsewhere || one.path === 'status' || one.ours === 'nothing');
    learnIds(recorded, body, map);
    result('replayed', {
      status,
      differences: found,
      fields: fieldsOf(recorded),
    });
  }
  return results;
};
