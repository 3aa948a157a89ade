import type { Journal } from '../journal/journal.js';
import type { DriverContext } from '../options/driver.js';
import { type Placeholder, placeholdersIn } from '../options/placeholders.js';
import type { ShopOptions } from '../options/torture-options.js';
import type { PayMethod } from '../plan/pay-method.js';
import { createProcessorUnderTest } from '../processor/create-processor-under-test.js';
import type { ProcessorUnderTest } from '../processor/processor-under-test.js';
import type { ProgramEnvironment } from '../program/program-group.js';
import { createShopProgram } from '../shop/create-shop-program.js';
import type { ShopProgram } from '../shop/shop-program.js';
import { createStandIn } from '../stand-in/stand-in.js';

/** A processor, and a shop that runs and pays there. */
type Stage = {
  readonly shop: ShopProgram;
  readonly processor: ProcessorUnderTest;
  readonly context: DriverContext;
};

export type StageSettings = {
  readonly options: ShopOptions;
  /** The environment that the shop inherits. */
  readonly environment: ProgramEnvironment;
  /** How the customers of the run pay. */
  readonly methods: ReadonlyArray<PayMethod>;
  readonly journal: Journal;
  /** Names the run: no other run has it. */
  readonly token: string;
  readonly signal: AbortSignal;
  /** Called with what makes the run impossible. */
  readonly onProblem: (problem: unknown) => void;
  /** Called with how to end each thing that was started. */
  readonly onStarted: (close: () => Promise<void>) => void;
};

const standInPlaceholders = ['proxy', 'ca', 'redirect'];

const needsStandIn = ({ command, env = {} }: ShopOptions): boolean =>
  [...command, ...Object.values(env)]
    .flatMap(placeholdersIn)
    .some((name) => standInPlaceholders.includes(name));

const addressOf = (database: string): { readonly host: string; readonly port: number } => {
  const { hostname, port } = new URL(database);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || '5432') };
};

const throughProxy = (database: string, port: number): string => {
  const url = new URL(database);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
};

/** Starts a processor and the shop. Rejects with a `TortureProblem`. */
export const openStage = async ({
  options,
  environment,
  methods,
  journal,
  token,
  signal,
  onProblem,
  onStarted,
}: StageSettings): Promise<Stage> => {
  const values: Partial<Record<Placeholder, string>> = {};
  const shop = await createShopProgram({
    shop: options,
    values: () => values,
    environment,
    onEntry: (entry) => journal.add(null, entry),
    onProblem,
  });
  onStarted(shop.stop);
  const processor = await createProcessorUnderTest({
    journal,
    shop,
    webhookUrl: shop.webhookUrl,
    ...(options.database !== undefined && { database: addressOf(options.database) }),
    ...(options.events && { webhookTypes: options.events }),
    methods,
    seed: token,
    onProblem,
  });
  onStarted(processor.close);
  const { url, apiKey, publishableKey, webhookSecret, databasePort } = processor;
  const { hostname, port } = new URL(url);
  Object.assign(values, {
    processor: url,
    processorHost: hostname,
    processorPort: port,
    apiKey,
    publishableKey,
    webhookSecret,
  });
  if (options.database !== undefined && databasePort !== null) {
    values.database = throughProxy(options.database, databasePort);
  }
  if (needsStandIn(options)) {
    const { proxy, ca, redirect, close } = await createStandIn({ target: url });
    onStarted(close);
    Object.assign(values, { proxy, ca, redirect });
  }
  await shop.start();
  const context = { url: shop.url, processor: url, publishableKey, folder: shop.folder, signal };
  return { shop, processor, context };
};
