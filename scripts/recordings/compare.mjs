// Compares a recorded answer with ours: statuses, errors, types of fields and their values. Fields that recordings lack do not
// count: newer Stripes add fields to every version.

/** An id or a client secret in a text, such as `pi_3U09K…_secret_…`. */
export const ids =
  /\b(acct|ba|btok|card|ch|cs|cs_test|ctoken|cus|dp|du|ephkey|evt|fca|fee|file|fr|il|ii|in|li|mandate|person|pi|plan|plink|pm|pmc|po|poid|price|prod|promo|pst|py|pyr|re|req|seti|setatt|shr|si|src|sub|tok|tr|trr|txn|we)_((?=[a-z]*[0-9A-Z])[A-Za-z0-9]{8,})(_secret_[A-Za-z0-9]+)?\b/g;

const wholeId = new RegExp(`^(?:${ids.source})$`);

// Values that differ in every recording: only their types are compared.
const volatile = new Set(
  `arrival_date authorization_code available_on balance_transaction calculated_statement_descriptor canceled_at capture_before
  client_ip client_secret created date doc_url ds_transaction_id due_by exp_month exp_year expires expires_at fingerprint
  hosted_voucher_url id iin invoice_prefix issuer network_reference_number network_transaction_id pending_webhooks
  receipt_number receipt_url reference request_log_url risk_score secret statement_descriptor transaction_id
  transaction_link_id`.split(/\s+/),
);

// These depend on the country and the settings of the recorded account, and on its other products.
const ofTheAccount = new Set(
  `application country display_name network_token payment_method_configuration_details payment_method_options
  payment_method_types radar_options regulated_status request`.split(/\s+/),
);
const ofItsBalance =
  /(^|\.)(available|connect_reserved|exchange_rate|fee|fee_details|instant_available|net|pending|source_types)(\[|\.|$)/;

// Stripe writes them moments later.
const soon = new Set([
  'authorization_code',
  'balance_transaction',
  'icon',
  'logo',
  'network_transaction_id',
  'receipt_number',
  'transaction_link_id',
]);

const kindOf = (value) => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
};

const shown = (value) => {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(ids, '$1_…').slice(0, 160);
};

const isOf = (path, names) =>
  names.has(
    path
      .replace(/(\[\d+\])+$/, '')
      .split('.')
      .at(-1),
  );

const sameText = (recorded, ours, path, known) => {
  if (known(recorded) === ours) return true;
  const [was, is] = [wholeId.exec(recorded), wholeId.exec(ours)];
  if (was !== null && is !== null) return was[1] === is[1] && known(recorded) === recorded;
  if (/(^|\.)(url|stripe_js|[a-z_]+_url)$/.test(path) && recorded.startsWith('http')) {
    return ours.startsWith('http');
  }
  return recorded.replaceAll(ids, '$1_…') === ours.replaceAll(ids, '$1_…');
};

/** The differences between a recorded value and ours. `known`: a recorded text with our ids. */
export const differences = (recorded, ours, known, path = '') => {
  if (isOf(path, ofTheAccount) || ofItsBalance.test(path)) return [];
  const different = () => [{ path, recorded: shown(recorded), ours: shown(ours) }];
  const kind = kindOf(recorded);
  if (kind !== kindOf(ours)) {
    const later =
      isOf(path, soon) && [recorded, ours].every((one) => one === null || kindOf(one) !== 'number');
    return later && ours !== undefined ? [] : different();
  }
  if (kind === 'object') {
    if (isOf(path, new Set(['metadata']))) {
      const names = Object.keys({ ...recorded, ...ours });
      const same = names.every((name) => known(String(recorded[name])) === String(ours[name]));
      return same ? [] : different();
    }
    return Object.keys(recorded).flatMap((name) =>
      differences(recorded[name], ours[name], known, path === '' ? name : `${path}.${name}`),
    );
  }
  if (kind === 'list') {
    return recorded.length === ours.length
      ? recorded.flatMap((one, at) => differences(one, ours[at], known, `${path}[${at}]`))
      : different();
  }
  if (isOf(path, volatile)) return [];
  const same = kind === 'string' ? sameText(recorded, ours, path, known) : recorded === ours;
  return same ? [] : different();
};

/** All fields of a recorded answer as `[path, value]`, with `[]` in paths for the items of lists. */
export const fieldsOf = (recorded, path = '') => {
  if (kindOf(recorded) === 'list') return recorded.flatMap((one) => fieldsOf(one, `${path}[]`));
  if (kindOf(recorded) !== 'object') return [[path, shown(recorded)]];
  return Object.entries(recorded).flatMap(([name, value]) =>
    fieldsOf(value, path === '' ? name : `${path}.${name}`),
  );
};
