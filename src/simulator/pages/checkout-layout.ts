import { escapeHtml, htmlPage, pagePolicy } from '../../adapters/inbound/http/core/html-page.js';
import type { Language } from '../../adapters/inbound/http/core/language.js';
import type { CheckoutTexts } from './checkout-texts.js';
import type { CheckoutView } from './checkout-view.js';
import { pageColors } from './page-colors.js';

const style = `${pageColors}  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  main { display: grid; gap: 1.5rem; max-width: 60rem; margin: 0 auto; padding: 1rem; }
  @media (min-width: 48rem) { main { grid-template-columns: 1fr 1fr; padding: 3rem 1rem; align-items: start; } }
  .embedded { padding: 0 0 1rem; grid-template-columns: 1fr; max-width: 40rem; gap: 1rem; }
  body:has([data-state]) { background: none; }
  .end { display: block; max-width: 30rem; padding-top: 3rem; }
  section { background: var(--card); padding: 1.5rem; border-radius: 12px; box-shadow: var(--shadow); min-width: 0; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
  .note { color: var(--soft); font-size: .875rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
  .amount { font-size: 2rem; font-weight: 600; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .5rem 0; text-align: left; font-weight: 400; vertical-align: top; border-top: 1px solid var(--line);
    overflow-wrap: anywhere; }
  td { text-align: right; white-space: nowrap; padding-left: 1rem; }
  tfoot th, tfoot td { font-weight: 600; }
  small { display: block; color: var(--soft); font-size: .875rem; }
  fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
  legend { font-weight: 600; padding: 0; margin-bottom: .5rem; }
  label { display: block; margin-top: .75rem; font-size: .875rem; }
  input, select { display: block; width: 100%; padding: .65rem .75rem; margin-top: .25rem; font: inherit; color: inherit;
    background: var(--card); border: 1px solid var(--edge); border-radius: 8px; }
  .choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; font-size: 1rem; }
  .choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; }
  .method { border-top: 1px solid var(--line); }
  .method:last-child { border-bottom: 1px solid var(--line); }
  .method > .choice { margin: 0; }
  .method .note { margin: .75rem 0 0; }
  .method > div { padding-bottom: 1rem; }
  .method > div > :first-child > label { margin-top: 0; }
  .methods:has(:checked) .method:not(:has(:checked)) > div { display: none; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
  .pair > div { display: grid; grid-template-rows: subgrid; grid-row: span 4; align-content: start; }
  .pair label { align-self: end; }
  [aria-invalid] { border: 2px solid var(--bad); }
  .problem { color: var(--bad); font-size: .875rem; margin: .25rem 0 0; }
  .problems { border: 2px solid var(--bad); border-radius: 8px; padding: .75rem 1rem; margin-bottom: 1rem; }
  .problems p { margin: 0; font-weight: 600; }
  .problems ul { margin: .25rem 0 0; padding-left: 1.25rem; }
  .problems a { color: var(--bad); }
  button { width: 100%; padding: .8rem 1rem; border: 0; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer;
    background: var(--good); color: var(--on-good); overflow-wrap: anywhere; }
  p:last-child { margin-bottom: 0; }
  a { color: var(--link); }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  details { margin-top: 1.5rem; font-size: .875rem; }
  details ul { padding-left: 1.25rem; }
`;

/** Only the page of a session that is embedded may be shown in a frame, and tells the page around it how it goes. */
export const checkoutPolicy = (view: CheckoutView | null): string =>
  view?.isEmbedded === true
    ? `${pagePolicy(style, '*')}; script-src 'self'`
    : pagePolicy(style, "'none'");

/** The news for the page around an embedded one, which its script passes on. */
export type CheckoutNews = {
  readonly state: 'challenge' | 'complete' | 'open';
  /** The intent whose payment the bank wants to be authenticated. */
  readonly intent?: string;
  /** Where the page around goes. */
  readonly url?: string;
};

const newsOf = ({ state, intent, url }: CheckoutNews): string =>
  `<div id="news" hidden data-state="${state}"${intent === undefined ? '' : ` data-intent="${escapeHtml(intent)}"`}${url === undefined ? '' : ` data-url="${escapeHtml(url)}"`}></div>
<script src="/v3/checkout.js"></script>`;

export type CheckoutContent = {
  readonly language: Language;
  readonly title: string;
  readonly body: string;
};

/** A page of Checkout. */
export const checkoutLayout = (
  { language, title, body }: CheckoutContent,
  view: CheckoutView | null,
  news: CheckoutNews,
) =>
  htmlPage({
    language,
    title,
    style,
    body: view?.isEmbedded === true ? `${body}\n${newsOf(news)}` : body,
  });

/** The link to the shop. */
export const backToShop = (texts: CheckoutTexts, url: string | null): string =>
  url === null ? '' : `<p><a href="${escapeHtml(url)}">${texts.back}</a></p>`;
