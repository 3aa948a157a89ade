import type { ChallengeFrameCalls } from '../shared/frame-calls.js';
import type { Fields } from '../shared/json.js';
import { type UiLanguage, uiLanguage } from '../shared/language.js';
import type { Client } from './client.js';
import { createFrame, setStyles } from './open-frame.js';

type Question = {
  readonly intent: string;
  /** That of the frame, by which browser tests find it. */
  readonly title: string;
  readonly labels: { readonly [L in UiLanguage]: string };
  /** The pixels that the question is high. */
  readonly height: number;
  readonly options: Fields;
};

/** Shows a question of the bank in a frame over the page, until the customer has answered it. */
const ask = async (
  client: Client,
  { intent, title, labels, height, options }: Question,
): Promise<void> => {
  const before = document.activeElement;
  const overlay = document.createElement('div');
  overlay.setAttribute('role', 'dialog');
  overlay.setAttribute('aria-modal', 'true');
  overlay.setAttribute('aria-label', labels[uiLanguage(client.locale, navigator.language)]);
  setStyles(overlay, {
    position: 'fixed',
    inset: '0',
    'z-index': '2147483647',
    display: 'grid',
    'place-items': 'center',
    background: 'rgba(27, 36, 51, 0.6)',
  });
  const { iframe, peer } = createFrame<ChallengeFrameCalls>(
    {
      origin: client.origin,
      page: 'three-ds-2-challenge',
      title,
      setting: {
        element: 'challenge',
        group: intent,
        options,
        appearance: {},
        locale: client.locale,
        credentials: client.credentials,
      },
    },
    {},
  );
  setStyles(iframe, {
    width: 'min(420px, 92vw)',
    'min-width': '0',
    height: `min(${height}px, 90vh)`,
    'border-radius': '12px',
    'box-shadow': '0 8px 40px rgba(27, 36, 51, 0.35)',
  });
  overlay.append(iframe);
  document.body.append(overlay);
  await (await peer).call('ask', intent);
  overlay.remove();
  if (before instanceof HTMLElement) before.focus();
};

/** The amount of a payment, as far as the page knows it. */
type Due = { readonly amount?: unknown; readonly currency?: unknown };

/** Asks the customer whether they authorize a payment by card. */
export const askBank = (client: Client, intent: string, due: Due = {}): Promise<void> =>
  ask(client, {
    intent,
    title: '3D Secure',
    labels: { en: '3D Secure', es: '3D Secure' },
    height: 340,
    options: { ...due },
  });

/** Waits until the customer has approved in the app of their bank, or closes the dialog. */
export const awaitApproval = (
  client: Client,
  intent: string,
  waited: Due & {
    readonly path: string;
    readonly client_secret: string;
    readonly method: string;
  },
): Promise<void> =>
  ask(client, {
    intent,
    title: "Approval in the bank's app",
    labels: { en: "Approval in the bank's app", es: 'Aprobación en la aplicación del banco' },
    height: 310,
    options: { kind: 'approval', ...waited },
  });
