import type { Connection, FrameSetting } from '../shared/frame-calls.js';
import { type Calls, connectPeer, type Peer } from '../shared/peer.js';

let opened = 0;

/** The name of the next frame. Browser tests find the frames of Stripe.js by the beginning of their names. */
const nextName = (): string => {
  opened += 1;
  return `__privateStripeFrame${opened}`;
};

type Frame = {
  readonly origin: string;
  /** The page of the frame below `/v3/`. */
  readonly page: string;
  readonly title: string;
  readonly setting: FrameSetting;
};

/** Sets styles by the object model, which a policy about styles does not refuse. */
export const setStyles = (
  element: HTMLElement,
  styles: { readonly [name: string]: string },
): void => {
  for (const [name, value] of Object.entries(styles)) {
    element.style.setProperty(name, value, 'important');
  }
};

/** A frame in the shop's page, and the connection to it once it has loaded. */
type OpenedFrame<C extends Calls> = {
  readonly iframe: HTMLIFrameElement;
  readonly peer: Promise<Peer<C>>;
};

/**
 * Makes a frame of the server and connects to it when it is put into the page. The port goes to the server's origin only; a
 * page of another origin in its place would not receive it.
 */
export const createFrame = <C extends Calls>(
  { origin, page, title, setting }: Frame,
  own: Calls,
): OpenedFrame<C> => {
  const iframe = document.createElement('iframe');
  iframe.name = nextName();
  iframe.title = title;
  iframe.allow = 'payment *; publickey-credentials-get *';
  iframe.src = `${origin}/v3/${page}.html`;
  setStyles(iframe, {
    border: 'none',
    margin: '0',
    padding: '0',
    width: '100%',
    display: 'block',
    'min-width': '100%',
    overflow: 'hidden',
    'user-select': 'none',
    'color-scheme': 'light only',
  });
  const peer = new Promise<Peer<C>>((resolve) => {
    iframe.addEventListener(
      'load',
      () => {
        const { port1, port2 } = new MessageChannel();
        const connection: Connection = { pasarela: setting };
        resolve(connectPeer<C>(port1, own));
        iframe.contentWindow?.postMessage(connection, origin, [port2]);
      },
      { once: true },
    );
  });
  return { iframe, peer };
};
