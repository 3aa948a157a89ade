import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { at } from '../../json/at.js';

/** An address that leads to a server, and later to another, as that of a proxy does or a name in DNS. */
export type MovableAddress = {
  readonly url: string;
  /** New connections lead there. Those that are open stay where they are. */
  readonly leadTo: (url: string) => void;
  /** Cuts the open connections. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Opens an address of a server. `edit` gets what a client sends first, and returns what the server gets in its place, or what the
 * client gets at once, after which its connection ends.
 */
export const movableAddress = async (
  to: string,
  edit: (first: Buffer) => { readonly send: Buffer } | { readonly reply: Buffer } = (send) => ({
    send,
  }),
): Promise<MovableAddress> => {
  const open = new Set<Socket>();
  let target = new URL(to);

  const pass = (client: Socket): void => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    client.once('data', (first) => {
      const edited = edit(first);
      if ('reply' in edited) {
        client.end(edited.reply);
        return;
      }
      const server = connect(Number(target.port), target.hostname);
      server.on('error', () => undefined).on('close', () => client.destroy());
      client.on('close', () => server.destroy());
      server.write(edited.send);
      client.pipe(server);
      server.pipe(client);
    });
  };

  const listener = createServer(pass).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(to);
  url.port = String(at(listener.address(), 'port'));
  const cut = () => {
    for (const client of open) client.destroy();
  };
  return {
    url: url.href,
    leadTo: (other) => {
      target = new URL(other);
    },
    cut,
    close: async () => {
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
};
