import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { inOneLine, optional } from '../../application/checked-input.js';
import { isObject, objectFields } from '../../domain/input/json.js';
import { nearestName } from '../../domain/input/misspelt-names.js';
import { foreignText } from '../../domain/text/words.js';
import type { Driver, DriverContext } from '../options/driver.js';
import type { ProgramOptions } from '../options/torture-options.js';
import { TortureProblem } from '../options/torture-problem.js';
import { currenciesOfShop } from '../plan/plan-options.js';
import {
  type ProgramEnvironment,
  problemWithOutput,
  startGroup,
} from '../program/program-group.js';

/** A driver whose answers are not checked yet. */
export type UncheckedDriver = Pick<Driver, 'currencies'> & {
  readonly [N in keyof Omit<Driver, 'currencies'>]: NonNullable<Driver[N]> extends (
    ...given: infer G
  ) => unknown
    ? (...given: G) => unknown
    : never;
};

type Answer = { readonly result: unknown } | { readonly error: string };

const calls = ['pay', 'orders', 'refund', 'comeBack', 'advance'] as const;
const endMs = 2000;
const keptStrayLines = 5;
const longestStrayLine = 200;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The answer in a line of the driver, `null` in any other line. */
const readAnswer = (line: string): { readonly id: number; readonly answer: Answer } | null => {
  const message = parsed(line);
  if (!isObject(message) || !('id' in message)) return null;
  const { id, result, error } = objectFields(message);
  if (error === undefined || error === null) return { id: Number(id), answer: { result } };
  return {
    id: Number(id),
    answer: { error: typeof error === 'string' ? error : JSON.stringify(error) },
  };
};

type Hello = {
  readonly has: ReadonlySet<string>;
  readonly currencies: ReadonlyArray<string> | undefined;
};

/** The calls that the driver says it has, and the currencies that the shop takes. Throws a `TortureProblem`. */
const readHello = (hello: Answer): Hello => {
  if ('error' in hello) {
    throw new TortureProblem(
      `the driver responded to hello with an error: ${foreignText(hello.error)}`,
    );
  }
  const named = objectFields(hello.result)['calls'];
  if (!Array.isArray(named)) {
    throw new TortureProblem(
      'the driver must respond to hello with its calls: {"id":1,"result":{"calls":["pay","orders"]}}',
    );
  }
  for (const name of named.map((one) => foreignText(String(one)))) {
    if (!calls.some((one) => one === name)) {
      const nearest = nearestName(calls)(name);
      throw new TortureProblem(
        `the driver says that it has the call '${name}', which does not exist${nearest === null ? `: there are ${calls.join(', ')}` : ` (did you mean ${nearest}?)`}`,
      );
    }
  }
  for (const name of ['pay', 'orders']) {
    if (!named.includes(name)) {
      throw new TortureProblem(`the driver must have the call ${name}, and name it in its hello`);
    }
  }
  const taken = optional(currenciesOfShop).read(
    objectFields(hello.result)['currencies'],
    "the currencies of the driver's hello",
  );
  if (E.isLeft(taken)) throw new TortureProblem(inOneLine(taken.left));
  return { has: new Set(named.map(String)), currencies: taken.right };
};

/**
 * Starts a driver in another language: a program that reads a call from each line of its standard input, and writes its answer as
 * a line to its standard output. Resolves when the driver has said which calls it has. `callMs`: how long that may take. Rejects with
 * the reason of `ending` when that is aborted before.
 */
export const startDriverProgram = async (
  options: ProgramOptions,
  environment: ProgramEnvironment,
  callMs: number,
  ending: AbortSignal,
): Promise<UncheckedDriver> => {
  const waiting = new Map<number, (answer: Promise<Answer>) => void>();
  const stray: Array<string> = [];
  let last = 0;
  let broken: TortureProblem | undefined;
  let closing = false;

  const program = await startGroup({
    name: 'the driver',
    command: options.command,
    cwd: resolve(options.cwd ?? '.'),
    // Python keeps what it writes to a pipe back otherwise.
    env: { PYTHONUNBUFFERED: '1', ...environment, ...options.env },
    onLine: (line) => {
      const read = readAnswer(line);
      if (read !== null && read.id >= 1 && read.id <= last) {
        // An answer that comes after its time is dropped.
        waiting.get(read.id)?.(Promise.resolve(read.answer));
      } else if (line.trim() !== '') {
        stray.push(line);
        if (stray.length > keptStrayLines) stray.shift();
      }
    },
  });

  /** A problem with what the driver wrote, the lines on its standard output first. */
  const problem = (message: string): TortureProblem => {
    const strayLines = stray.map((line) => `  ${line.slice(0, longestStrayLine)}`).join('\n');
    return problemWithOutput(
      strayLines === ''
        ? message
        : `${message}. Its standard output has lines that are not responses, which belong to standard error. The last:\n\n${strayLines}\n`,
      program.output(),
    );
  };

  void program.ended.then(({ code, signal }) => {
    if (closing) return;
    const how = code === null ? `by ${String(signal)}` : `with code ${code}`;
    const advice = code === 0 ? '. It has to read calls until its standard input ends' : '';
    broken = problem(`the driver ended ${how}, although the tool still needs it${advice}`);
    for (const settle of waiting.values()) settle(Promise.reject(broken));
  });

  const ask = async (
    call: string,
    given: unknown,
    context: Omit<DriverContext, 'signal'> | undefined,
    signal: AbortSignal,
  ): Promise<Answer> => {
    if (broken !== undefined) throw broken;
    last += 1;
    const id = last;
    try {
      return await new Promise<Answer>((done, fail) => {
        waiting.set(id, done);
        signal.addEventListener('abort', () => fail(new Error('no response in time')), {
          once: true,
        });
        program.write(JSON.stringify({ id, call, with: given, context }));
      });
    } finally {
      waiting.delete(id);
    }
  };

  const hello = async (): Promise<Hello> => {
    const limit = AbortSignal.timeout(callMs);
    // The timer of that signal does not keep this process running.
    const patience = setTimeout(() => undefined, callMs);
    try {
      ending.throwIfAborted();
      const ends = AbortSignal.any([limit, ending]);
      return readHello(await ask('hello', { protocol: 1 }, undefined, ends));
    } catch (error) {
      ending.throwIfAborted();
      if (!limit.aborted) throw error;
      throw problem(
        `the driver did not respond to hello within ${callMs / 1000} s. It has to write each response as one line of JSON to its standard output, and to flush it`,
      );
    } finally {
      clearTimeout(patience);
    }
  };

  const close = async (): Promise<void> => {
    closing = true;
    await program.end(endMs);
  };

  const send = async (
    call: string,
    given: unknown,
    { signal, ...context }: DriverContext,
  ): Promise<unknown> => {
    const answer = await ask(call, given, context, signal);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  };

  try {
    const { has, currencies: taken } = await hello();
    return {
      ...(taken && { currencies: taken }),
      pay: (order, context) => send('pay', order, context),
      orders: (context) => send('orders', {}, context),
      ...(has.has('refund') && {
        refund: (refund, context) => send('refund', refund, context),
      }),
      ...(has.has('comeBack') && {
        comeBack: (back, context) => send('comeBack', back, context),
      }),
      ...(has.has('advance') && {
        advance: (seconds, context) => send('advance', { seconds }, context),
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
