import { Euros } from '../src/domain/money.js';

// Checks every amount that the processor accepts, from one cent to 999 999.99 euros. The property test checks samples.
const maximum = 99_999_999;

const centsOf = (value: unknown): number | undefined => {
  const refined = Euros.refine(value);
  return refined._tag === 'Right' ? refined.right : undefined;
};

const startedAt = performance.now();
let wrong = 0;
for (let cents = 1; cents <= maximum; cents += 1) {
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  if (centsOf(text) !== cents || centsOf(JSON.parse(text)) !== cents) {
    wrong += 1;
    if (wrong <= 10) console.error(`${text} is not ${cents} cents`);
  }
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${maximum} amounts, as text and as JSON number: ${wrong} wrong (${seconds} s)`);
process.exitCode = wrong === 0 ? 0 : 1;
