import { type Check, checkedOptions } from '../../../../application/checked-input.js';
import { filterTable, mapTable } from '../../../../application/map-table.js';
import type { Changes, Operations } from '../../../../application/use-cases.js';
import { ChangeOptions, ClientOptions, ReadOptions } from './client-options.js';
import { type ClientInput, type ClientOperation, type ClientResult, requests } from './requests.js';
import { type Sending, send, sleepUnlessAborted } from './send.js';
import {
  type CallInput,
  planOf,
  type RequestEntry,
  type RequestPlan,
  written,
} from './write-request.js';

/** A page of a list; `for await` goes through the items of this page and of all pages after it. */
export type ClientList<Page extends ItemPage> = Promise<Page> & AsyncIterable<Page['data'][number]>;

type ItemPage = {
  readonly data: ReadonlyArray<{ readonly id: string }>;
  readonly has_more: boolean;
};

type OptionsOf<N extends ClientOperation> = Operations[N] extends { readonly takesKey: true }
  ? ChangeOptions
  : ReadOptions;

type Reply<Result> = Result extends ItemPage ? ClientList<Result> : Promise<Result>;

type Call<N extends ClientOperation> =
  Readonly<Record<never, never>> extends ClientInput<N>
    ? (input?: ClientInput<N>, options?: OptionsOf<N>) => Reply<ClientResult<N>>
    : (input: ClientInput<N>, options?: OptionsOf<N>) => Reply<ClientResult<N>>;

type Calls = {
  // Remapped with `as`, so that editors show the documentation of each operation.
  readonly [N in keyof Operations as N extends ClientOperation ? N : never]: Call<
    N & ClientOperation
  >;
};

type KeyedCalls = {
  readonly [N in keyof Changes as N extends ClientOperation ? N : never]: (
    input: ClientInput<N & ClientOperation>,
    options?: ReadOptions,
  ) => Promise<ClientResult<N & ClientOperation>>;
};

/** Every operation of the service as a function. Each rejects with a `PasarelaError`, or with a `TypeError` for wrong options. */
export type PasarelaClient = Calls & {
  /** The operations that change something, with this `idempotencyKey`. */
  readonly withIdempotencyKey: (idempotencyKey: string) => KeyedCalls;
};

const changes = filterTable<Pick<typeof requests, keyof KeyedCalls>, RequestEntry>(
  requests,
  ([signature]) => !signature.startsWith('GET'),
);

// A page of a browser has both. Workers, Node, Deno and Bun do not.
const isBrowser = (): boolean => typeof window !== 'undefined' && typeof document !== 'undefined';
declare const window: unknown;
declare const document: unknown;

/** The items of a page and of all pages after it; with `ending_before`, those of the pages before it. */
async function* itemsFrom(
  first: Promise<ItemPage>,
  backwards: boolean,
  pageAt: (cursor: string) => Promise<ItemPage>,
): AsyncGenerator<ItemPage['data'][number]> {
  let page = await first;
  for (;;) {
    yield* backwards ? page.data.toReversed() : page.data;
    const last = page.data.at(backwards ? 0 : -1);
    if (!page.has_more || last === undefined) return;
    page = await pageAt(last.id);
  }
}

/**
 * Creates a client of a Pasarela service. Throws a `TypeError` for wrong options, and in a browser.
 *
 * Every call that changes something carries an `Idempotency-Key`, kept over its retries: it is done once.
 */
export const createClient = (options: ClientOptions): PasarelaClient =>
  createClientWith(
    { newId: () => crypto.randomUUID(), random: Math.random, sleep: sleepUnlessAborted },
    options,
  );

/** The same with another clock and other randomness. */
export const createClientWith = (
  world: Pick<Sending, 'newId' | 'random' | 'sleep'>,
  options: ClientOptions,
): PasarelaClient => {
  const given = checkedOptions('createClient', ClientOptions, options);
  if (isBrowser() && given.dangerouslyAllowBrowser !== true) {
    throw new TypeError(
      'createClient: this is a browser, where everybody can read the API key. Call your own server instead. In tests with jsdom, set dangerouslyAllowBrowser: true',
    );
  }
  const { apiKey, timeoutMs = 30_000, maxRetries = 2, onAdvice } = given;
  const root = new URL(given.baseUrl).href.replace(/[/?#]+$/, '');
  // The global is read at each call, so that tools can replace it.
  const sending: Sending = {
    ...world,
    apiKey,
    fetch: given.fetch ?? ((url, init) => fetch(url, init)),
  };

  const callOf = (plan: RequestPlan) => {
    const isChange = plan.method !== 'GET';
    const check: Check<ChangeOptions> = isChange ? ChangeOptions : ReadOptions;
    const run = async (input: CallInput, own: ChangeOptions): Promise<unknown> => {
      // With the undefined key of a misspelt variable, each call would get another random one.
      const optionsOfCall =
        'idempotencyKey' in Object(own)
          ? { ...own, idempotencyKey: own.idempotencyKey ?? '' }
          : own;
      const { idempotencyKey: ownKey, ...ofCall } = checkedOptions(
        plan.operation,
        check,
        optionsOfCall,
      );
      const idempotencyKey = isChange ? (ownKey ?? world.newId()) : undefined;
      return send(
        {
          ...written(root, plan, input),
          timeoutMs: ofCall.timeoutMs ?? timeoutMs,
          maxRetries: ofCall.maxRetries ?? maxRetries,
          signal: ofCall.signal,
          idempotencyKey,
          isNewKey: ownKey === undefined,
          // An error in it must not look like one of the payment.
          onAdvice: (advice) => {
            const { operation } = plan;
            queueMicrotask(() =>
              onAdvice?.({ operation, idempotencyKey: idempotencyKey ?? '', ...advice }),
            );
          },
        },
        sending,
      );
    };
    if (isChange || !plan.inQuery)
      return (input: CallInput = {}, own: ChangeOptions = {}) => run(input, own);
    return (input: CallInput = {}, own: ReadOptions = {}) => {
      const first = run(input, own) as Promise<ItemPage>;
      const backwards = input['ending_before'] !== undefined;
      const cursor = backwards ? 'ending_before' : 'starting_after';
      const pageAt = (id: string) => run({ ...input, [cursor]: id }, own) as Promise<ItemPage>;
      return Object.assign(first, {
        [Symbol.asyncIterator]: () => itemsFrom(first, backwards, pageAt),
      });
    };
  };

  const calls = mapTable<Calls, RequestEntry>(requests, (entry, operation) =>
    callOf(planOf(operation, entry)),
  );
  return {
    ...calls,
    withIdempotencyKey: (key?: string) =>
      mapTable<KeyedCalls>(changes, (_entry, operation) => {
        const call: (input: never, own: ChangeOptions) => Promise<unknown> = calls[operation];
        return (input: never, own?: ReadOptions) => call(input, { ...own, idempotencyKey: key });
      }),
  };
};
