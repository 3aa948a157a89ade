import { expect } from 'chai';
import type { FakeServerOptions } from '../../../../src/simulator/fake-server/fake-server-options.js';
import { at } from '../../../support/json/at.js';
import { keyOf, useWire } from '../../support/use-wire.js';
import { differences, type Recorded, withIds } from './differences.js';

/** The parameters of a request; a text names captured ids as `{name}`. */
type Form = { readonly [name: string]: string | number | boolean | Form | ReadonlyArray<string> };

/** A step of a recording: a request, and the recorded response. */
export type RecordedStep = {
  /** The number of the step in the recording. */
  readonly step: number;
  /** How many seconds by the account's clock pass before the step. */
  readonly secondsLater?: number;
  /** Method and path: `GET /v1/customers/{customer}`. */
  readonly request: string;
  readonly form?: Form;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name under which later steps use the id of the response. */
  readonly as?: string;
  /** Further captured texts, name to path in the response: `{ charge: 'latest_charge' }`. */
  readonly captures?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The recorded fields. */
  readonly body: Recorded;
  /** The body has all fields of the recording: none may be missing, and none too many. */
  readonly exactly?: true;
  /** Known differences: the path of the field, and the reason. Fails when they are repaired. */
  readonly except?: Readonly<Record<string, string>>;
};

const isTexts = (value: Form | ReadonlyArray<string>): value is ReadonlyArray<string> =>
  Array.isArray(value);

const pairsOf = (form: Form, prefix = ''): ReadonlyArray<readonly [string, string]> =>
  Object.entries(form).flatMap(([key, value]): ReadonlyArray<readonly [string, string]> => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (typeof value !== 'object') return [[name, String(value)]];
    return isTexts(value) ? value.map((one) => [`${name}[]`, one]) : pairsOf(value, name);
  });

const encode = (form: Form, ids: ReadonlyMap<string, string>): string => {
  const fields = new URLSearchParams();
  for (const [name, value] of pairsOf(form)) fields.append(name, withIds(value, ids));
  return fields.toString();
};

/** The version of the recordings. */
const recordedVersion = '2026-08-26.dahlia';

/** Runs the steps of a recording in their order, in an account of their own. `options`: of the recorded account. */
export const replaySteps = (
  recording: string,
  steps: ReadonlyArray<RecordedStep>,
  options: Pick<FakeServerOptions, 'fees'> = {},
): void => {
  describe(`recording ${recording}`, () => {
    // The recorded account is new: it refuses card tokens.
    const wire = useWire({ seed: recording, cardTokens: false, ...options });
    const apiKey = keyOf('recorded');
    const ids = new Map<string, string>();
    for (const { step, request, form, headers, status, body, exactly, ...rest } of steps) {
      it(`answers step ${step} as recorded: ${request}`, async () => {
        wire()
          .server.account(apiKey)
          .processor.controls.clock.advance(rest.secondsLater ?? 0);
        const [method = '', path = ''] = withIds(request, ids).split(' ');
        const encoded = form === undefined ? '' : encode(form, ids);
        const inQuery = method === 'GET' && encoded !== '';
        const answer = await wire().send(method, inQuery ? `${path}?${encoded}` : path, {
          ...(method === 'POST' ? { form: encoded } : {}),
          headers: {
            authorization: `Bearer ${apiKey}`,
            'stripe-version': recordedVersion,
            ...headers,
          },
        });
        const captured = {
          ...(rest.as === undefined ? {} : { [rest.as]: 'id' }),
          ...rest.captures,
        };
        for (const [name, field] of Object.entries(captured)) {
          const text = at(answer.body, field);
          if (typeof text === 'string') ids.set(name, text);
        }
        const found = differences(body, answer.body, { ids, exactly: exactly ?? false });
        const known = Object.keys(rest.except ?? {});
        const unknown = [...found].filter(([field]) => !known.includes(field));
        expect(unknown.map(([, text]) => text)).to.deep.equal([]);
        expect(answer.status).to.equal(status);
        expect(
          known.filter((field) => !found.has(field)),
          'repaired exceptions',
        ).to.deep.equal([]);
      });
    }
  });
};
