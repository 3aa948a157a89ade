import type { Driver, DriverContext } from '../options/driver.js';
import type { TortureOptions } from '../options/torture-options.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { ProgramEnvironment } from '../program/program-group.js';
import { decodePayAnswer, decodeRefundAnswer, decodeShopOrders } from './decode-answers.js';
import { startDriverProgram, type UncheckedDriver } from './driver-program.js';

/** How long a call of the driver may take. Milliseconds. */
export const defaultCallMs = 15_000;

/** Where the driver's own code threw an error, if that is known. */
const placeOf = ({ stack = '' }: Error): string => {
  const line = stack.split('\n').find((one) => /^\s+at (?!.*(?:node:|\(<anonymous>\)))/.test(one));
  return line === undefined ? '' : ` (${line.trim()})`;
};

/**
 * Why a call of the driver failed. What the network did has its reason in the cause of the error (`fetch failed`); for other
 * errors of the language, such as reading a field of `undefined`, the place in the driver helps.
 */
const explained = (call: string, error: unknown): unknown => {
  if (error instanceof ReferenceError) {
    return new TortureProblem(
      `${call}() of the driver is broken: ${error.message}${placeOf(error)}`,
    );
  }
  if (!(error instanceof Error) || error instanceof TortureProblem) return error;
  if (error.cause instanceof Error) {
    const { message, name } = error.cause;
    const reason = message || ('code' in error.cause ? String(error.cause.code) : name);
    return new Error(`${error.message}: ${reason}`, { cause: error });
  }
  return error instanceof TypeError || error instanceof SyntaxError
    ? new Error(`${error.message}${placeOf(error)}`, { cause: error })
    : error;
};

// So many more customers would wait as long, each in vain.
const mostHangs = 40;

type Limited = <A>(
  call: string,
  context: DriverContext,
  work: (limitedContext: DriverContext) => Promise<A>,
) => Promise<A>;

/**
 * Lets each call of the driver take so long at most. A mistake in its code is a `TortureProblem`, not a missing answer, and so is a
 * function that never answers any more.
 */
const createLimits = (callMs: number): Limited => {
  // So often in a row a function did not answer in time.
  const hangs = new Map<string, number>();
  return async (call, context, work) => {
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort(new Error(`${call}() did not respond within ${callMs / 1000} s`));
    }, callMs);
    const signal = AbortSignal.any([context.signal, limit.signal]);
    const aborted = new Promise<never>((_, reject) => {
      const end = (): void => {
        const reason: unknown = signal.reason;
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
    try {
      // A driver that does not look at its signal is not waited for.
      return await Promise.race([work({ ...context, signal }), aborted]);
    } catch (error) {
      if ((hangs.get(call) ?? 0) + 1 >= mostHangs && limit.signal.aborted) {
        throw new TortureProblem(
          `${call}() did not respond within ${callMs / 1000} s, ${mostHangs} times in a row: the driver, or the shop, waits for something that does not come`,
        );
      }
      throw explained(call, error);
    } finally {
      clearTimeout(timer);
      hangs.set(call, limit.signal.aborted ? (hangs.get(call) ?? 0) + 1 : 0);
    }
  };
};

/** Closes a driver. It has done its work: that it fails or hangs now changes nothing about the result. */
const closed = async (close: () => Promise<unknown>, callMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, callMs);
  });
  await Promise.race([close(), patience]).catch(() => undefined);
  clearTimeout(timer);
};

/** Checks what a driver's functions answer, and limits how long they take. */
const checkedDriver = (driver: UncheckedDriver, callMs: number): Driver => {
  const { refund, comeBack, advance, close, currencies } = driver;
  const limited = createLimits(callMs);
  return {
    ...(currencies && { currencies }),
    pay: (order, context) =>
      limited('pay', context, async (limits) =>
        decodePayAnswer('pay', await driver.pay(order, limits)),
      ),
    orders: (context) =>
      limited('orders', context, async (limits) => decodeShopOrders(await driver.orders(limits))),
    ...(refund && {
      refund: (made, context) =>
        limited('refund', context, async (limits) =>
          decodeRefundAnswer(await refund.call(driver, made, limits)),
        ),
    }),
    ...(comeBack && {
      comeBack: (back, context) =>
        limited('comeBack', context, async (limits) =>
          decodePayAnswer('comeBack', await comeBack.call(driver, back, limits)),
        ),
    }),
    ...(advance && {
      advance: (seconds, context) =>
        limited('advance', context, async (limits) => {
          await advance.call(driver, seconds, limits);
        }),
    }),
    ...(close && { close: () => closed(async () => close.call(driver), callMs) }),
  };
};

/**
 * The driver of the options, with its answers checked and its time limited. Its functions reject with a `TortureProblem` when
 * the tool cannot read what the shop has, and with other errors when there was no answer. `environment`: what a driver in
 * another language inherits. `signal`: ends the start of such a driver, which then rejects with the signal's reason.
 */
export const createDriver = async (
  options: Pick<TortureOptions, keyof Driver | 'driver' | 'callMs'>,
  environment: ProgramEnvironment = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Driver> => {
  const { pay, orders, driver, callMs = defaultCallMs } = options;
  if (driver !== undefined) {
    return checkedDriver(await startDriverProgram(driver, environment, callMs, signal), callMs);
  }
  if (pay === undefined || orders === undefined) {
    throw new TortureProblem('the driver needs the functions pay and orders');
  }
  return checkedDriver({ ...options, pay, orders }, callMs);
};
