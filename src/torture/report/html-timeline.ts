import { escapeHtml } from '../../adapters/inbound/http/core/html-page.js';
import type { Story } from './story.js';
import type { Lane, StoryLine } from './story-part.js';
import { durationText, secondsText } from './wording.js';

const laneNames: { readonly [L in Lane]: string } = {
  customer: 'Customer',
  shop: 'Shop',
  processor: 'Processor',
};

const letters: { readonly [L in Lane]: string } = { customer: 'c', shop: 's', processor: 'p' };

// Three lanes with an arrow from one to another. The sentence beside it says the same.
const arrows = ({ from, to, lost }: StoryLine): string => {
  if (from === to) return `<i class="dot at-${letters[from]}"></i>`;
  const arrow = (a: Lane, b: Lane, how: string): string =>
    `<i class="arrow ${letters[a]}-${letters[b]}${how}"></i>`;
  return lost === 'back'
    ? `${arrow(from, to, ' there')}${arrow(to, from, ' back lost')}`
    : arrow(from, to, lost === 'there' ? ' lost' : '');
};

// Long paths break at their signs.
const breakable = (text: string): string =>
  escapeHtml(text).replaceAll(/(?<=\/)(?=\w)|(?<=[a-z])(?=[_.][a-z])/g, '<wbr>');

// A shorter pause is not worth a line.
const pauseMs = 1000;

const lineHtml = (line: StoryLine, before: StoryLine | undefined): string => {
  const pause = before === undefined ? 0 : line.at - before.at;
  const gap =
    pause < pauseMs
      ? ''
      : `<li class="gap"><span class="lanes" aria-hidden="true"></span><p>${escapeHtml(durationText(pause))} later</p></li>\n`;
  return `${gap}<li class="${line.tone}"><time>${secondsText(line.at)}</time><span class="lanes" aria-hidden="true">${arrows(line)}</span><p>${breakable(line.text)}</p></li>`;
};

const lanesHead = `<div class="head" aria-hidden="true"><span class="lanes">${Object.values(
  laneNames,
)
  .map((name) => `<b>${name.slice(0, 1)}<span>${name.slice(1)}</span></b>`)
  .join('')}</span><span class="legend">${Object.values(laneNames)
  .map((name) => `${name.slice(0, 1)} ${name.toLowerCase()}`)
  .join(' · ')}</span></div>`;

/** The story of an order as a list with three lanes, in HTML: the customer, the shop and the processor. */
export const timelineHtml = ({ lines, endings, incidents }: Story, label: string): string => {
  const planned = incidents.map(
    ({ text, happened }) =>
      `<li>${escapeHtml(text)}${happened ? '' : ' <small>(found no occasion)</small>'}</li>`,
  );
  const ledgers = endings.map(
    ({ title, ledger }) =>
      `${title === '' ? '' : `<p class="quiet">${escapeHtml(title)}</p>`}<dl>${ledger
        .map(([who, what]) => `<dt>${escapeHtml(who)}</dt><dd>${escapeHtml(what)}</dd>`)
        .join('')}</dl>`,
  );
  return [
    planned.length === 0 ? '' : `<ul class="planned">${planned.join('\n')}</ul>`,
    `<div class="timeline">${lanesHead}`,
    `<ol aria-label="${escapeHtml(label)}">`,
    ...lines.map((line, at) => lineHtml(line, lines[at - 1])),
    '</ol>',
    ...ledgers,
    '</div>',
  ]
    .filter((text) => text !== '')
    .join('\n');
};
