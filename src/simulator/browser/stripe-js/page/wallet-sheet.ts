import type { ApiOutcome } from '../shared/api.js';
import type { SheetFrameCalls, SheetPageCalls, SheetSetting } from '../shared/express-calls.js';
import type { CardCall } from '../shared/frame-calls.js';
import type { Client } from './client.js';
import { createFrame, setStyles } from './open-frame.js';

/** An open sheet of a wallet. */
export type Sheet = {
  readonly send: (call: CardCall) => Promise<ApiOutcome>;
  readonly fail: (message: string | null) => void;
  /** Shows the shop's page again. The wallet still has the card for it. */
  readonly hide: () => void;
  readonly close: () => void;
};

/** Opens the sheet that plays a wallet, over the shop's page. */
export const openSheet = (
  client: Client,
  setting: SheetSetting,
  locale: string | undefined,
  own: SheetPageCalls,
): Sheet => {
  const before = document.activeElement;
  const { iframe, peer } = createFrame<SheetFrameCalls>(
    {
      origin: client.origin,
      page: 'elements-inner-wallet-sheet',
      title: 'Test wallet',
      setting: {
        element: 'walletSheet',
        group: '',
        options: {},
        appearance: {},
        locale,
        credentials: client.credentials,
      },
    },
    own,
  );
  setStyles(iframe, {
    position: 'fixed',
    inset: '0',
    height: '100%',
    'z-index': '2147483646',
  });
  document.body.append(iframe);
  void peer.then((sheet) => sheet.call('open', setting));
  const giveFocusBack = (): void => {
    if (before instanceof HTMLElement) before.focus();
  };
  return {
    send: async (call) => (await peer).call('send', call),
    fail: (message) => {
      void peer.then((sheet) => sheet.call('fail', message));
    },
    hide: () => {
      setStyles(iframe, { display: 'none' });
      giveFocusBack();
    },
    close: () => {
      iframe.remove();
      giveFocusBack();
    },
  };
};
