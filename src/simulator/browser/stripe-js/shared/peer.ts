/** The calls that one side of a connection answers, by name: each takes one argument. */
export type Calls = { readonly [name: string]: (argument: never) => unknown };

type Argument<C extends Calls, N extends keyof C> = Parameters<C[N]>[0];
type Reply<C extends Calls, N extends keyof C> = Promise<Awaited<ReturnType<C[N]>>>;

/** The other side of a connection. */
export type Peer<C extends Calls> = {
  readonly call: <N extends keyof C & string>(name: N, argument: Argument<C, N>) => Reply<C, N>;
};

type Message =
  | { readonly id: number; readonly call: string; readonly argument: never }
  | { readonly id: number; readonly reply: never };

// The port was handed to the other side, which runs the same release.
const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'id' in data;

/** Connects a page and a frame over a port of their own: each side calls the functions of the other. */
export const connectPeer = <C extends Calls>(port: MessagePort, own: Calls): Peer<C> => {
  const waiting = new Map<number, (reply: never) => void>();
  let last = 0;

  const answer = async (id: number, name: string, argument: never): Promise<void> => {
    const reply: unknown = await own[name]?.(argument);
    port.postMessage({ id, reply });
  };

  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if ('call' in data) {
      void answer(data.id, data.call, data.argument);
      return;
    }
    waiting.get(data.id)?.(data.reply);
    waiting.delete(data.id);
  });
  port.start();

  return {
    call: (name, argument) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        port.postMessage({ id: last, call: name, argument });
      }),
  };
};
