import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

// Draws docs/images/overview.svg, and records docs/images/terminal.svg from a real `pasarela fake`. Needs a build, and `script` of
// util-linux, which gives the program a terminal.

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const sheet = (width, height, style, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${style}</style>
${parts.join('\n')}
</svg>
`;

const box = (x, y, width, title, lines, kind = 'box') =>
  [
    `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${44 + lines.length * 20}" rx="8"/>`,
    `<text class="title" x="${x + width / 2}" y="${y + 28}">${escaped(title)}</text>`,
    ...lines.map(
      (line, index) =>
        `<text x="${x + width / 2}" y="${y + 50 + index * 20}">${escaped(line)}</text>`,
    ),
  ].join('\n');

const arrow = (from, to, y) =>
  `<path class="arrow" d="M${from} ${y}H${to}" marker-end="url(#tip)" marker-start="url(#tip)"/>`;

const overview = sheet(
  860,
  400,
  `text { font: 14px system-ui, sans-serif; text-anchor: middle; fill: #24292f }
.title { font-weight: 600; font-size: 16px } .name { font-weight: 600; text-anchor: start }
.paper { fill: #fff } .box { fill: #f6f8fa; stroke: #57606a } .ours { fill: #ddf4ff; stroke: #0969da }
.frame { fill: none; stroke: #cf222e; stroke-width: 2; stroke-dasharray: 7 5 } .arrow { stroke: #57606a; stroke-width: 2 }`,
  [
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>',
    '<rect class="paper" width="860" height="400" rx="8"/>',
    '<rect class="frame" x="16" y="16" width="828" height="210" rx="12"/>',
    '<text class="name" x="36" y="46">pasarela torture: kills, lost responses, repeated webhooks; then compares charges with orders</text>',
    box(56, 76, 220, 'Your shop', ['unchanged,', 'in any language']),
    arrow(284, 536, 118),
    '<text x="410" y="108">Stripe’s API, webhooks</text>',
    box(
      544,
      66,
      260,
      'pasarela fake',
      ['local Stripe server:', 'test cards, 3D Secure,', 'clock, failures'],
      'ours',
    ),
    '<text class="name" x="36" y="200">on your machine, without an account</text>',
    box(56, 268, 180, 'Your shop', ['in production']),
    arrow(244, 300, 312),
    box(
      308,
      256,
      260,
      'pasarela',
      ['library or HTTP service:', 'idempotency keys,', 'webhook inbox'],
      'ours',
    ),
    arrow(576, 636, 312),
    box(644, 268, 160, 'Stripe', ['real money']),
  ],
);

/** The lines that a program prints on a terminal. */
const record = async (command, whenReady) => {
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', COLUMNS: '100', NO_COLOR: '1' },
  });
  let printed = '';
  let acted = Promise.resolve();
  child.stdout.on('data', (bytes) => {
    const before = printed;
    printed += bytes;
    if (!/curl/.test(before) && /curl/.test(printed)) acted = whenReady(printed);
  });
  const timer = setTimeout(() => {
    child.kill('SIGINT');
  }, 6000);
  await once(child, 'exit');
  clearTimeout(timer);
  await acted;
  return stripVTControlCharacters(printed).split(/\r?\n/);
};

const port = 12111;
const ask = (card) =>
  fetch(`http://127.0.0.1:${port}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${['sk', 'test', 'shop'].join('_')}` },
    body: new URLSearchParams({
      amount: '1999',
      currency: 'eur',
      confirm: 'true',
      payment_method: card,
      'allowed_payment_method_types[]': 'card',
    }),
  });
const pay = async () => {
  await ask('pm_card_visa');
  await ask('pm_card_chargeDeclined');
};

const terminal = (lines) => {
  const height = 52 + lines.length * 20;
  return sheet(
    860,
    height,
    `text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre }
.paper { fill: #0d1117 } .line { animation: come .1s both } @keyframes come { from { opacity: 0 } to { opacity: 1 } }
@media (prefers-reduced-motion: reduce) { .line { animation: none } }`,
    [
      `<rect class="paper" width="860" height="${height}" rx="8"/>`,
      ...['#ff5f57', '#febc2e', '#28c840'].map(
        (color, index) => `<circle cx="${22 + index * 20}" cy="20" r="6" fill="${color}"/>`,
      ),
      ...lines.map(
        (line, index) =>
          `<text class="line" style="animation-delay: ${(0.3 + index * 0.25).toFixed(2)}s" x="18" y="${56 + index * 20}" xml:space="preserve">${escaped(line.length > 104 ? `${line.slice(0, 103)}…` : line)}</text>`,
      ),
    ],
  );
};

writeFileSync('docs/images/overview.svg', overview);
const lines = await record(
  `${process.execPath} dist/cli.js fake --port ${port} --seed docs --secret whsec_docs`,
  pay,
);
const shown = lines.map((line) => line.trimEnd()).filter((line, index) => index > 0 || line !== '');
writeFileSync('docs/images/terminal.svg', terminal(['$ npx pasarela fake', ...shown]));
