import type { HttpResponse, OpenStream } from '../../adapters/inbound/http/core/message.js';

/** Tells pages that something has changed, by server-sent events. Pages then ask what they show. */
export type LiveFeed = {
  readonly touch: () => void;
  /**
   * The response that a page listens to. `lastSeen`: the id of the last message that it got before it lost its connection.
   * `watch` begins when it is open, with a function that cuts it off, and returns what ends it.
   */
  readonly open: (lastSeen: string, watch: (cut: () => void) => () => void) => HttpResponse;
};

const mostReaders = 32;

/** Times in milliseconds. */
type FeedTimes = {
  /** Proxies cut a connection on which nothing passes for a minute, the service itself after 25 seconds. */
  readonly heartbeatMs?: number;
  /** The changes of this time are one message: a page reads all again after it. */
  readonly gatheringMs?: number;
};

// A page that takes nothing for so many characters is not there any more.
const mostWaiting = 65_536;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Of nginx, which would keep the messages until there are many.
  'x-accel-buffering': 'no',
};

const tooMany: HttpResponse = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' },
  body: `The console is open ${mostReaders} times. Close one of them.\n`,
};

const send = (to: OpenStream, text: string): void => {
  if (to.waiting() > mostWaiting) to.cut();
  else to.send(text);
};

/** A feed without readers, which costs nothing but a number. */
export const createLiveFeed = ({
  heartbeatMs = 15_000,
  gatheringMs = 150,
}: FeedTimes = {}): LiveFeed => {
  const readers = new Set<OpenStream>();
  // After a restart the numbers of before must not come again.
  let changes = Date.now();
  let announcement: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;

  const message = (): string => `id: ${changes}\nevent: changed\ndata: ${changes}\n\n`;
  const announce = (): void => {
    announcement = undefined;
    for (const reader of readers) send(reader, message());
  };
  const touch = (): void => {
    changes += 1;
    if (readers.size > 0) announcement ??= setTimeout(announce, gatheringMs);
  };
  const remove = (reader: OpenStream): void => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearTimeout(announcement);
    clearInterval(beating);
    announcement = undefined;
    beating = undefined;
  };

  return {
    touch,
    open: (lastSeen, watch) => {
      if (readers.size >= mostReaders) return tooMany;
      return {
        status: 200,
        headers,
        body: `retry: 2000\n${lastSeen === String(changes) ? ': nothing new\n\n' : message()}`,
        stream: (to) => {
          readers.add(to);
          const stop = watch(to.cut);
          to.onClose(() => {
            stop();
            remove(to);
          });
          beating ??= setInterval(() => {
            for (const reader of readers) send(reader, ': still here\n\n');
          }, heartbeatMs);
        },
      };
    },
  };
};
