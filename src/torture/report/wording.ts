import type { PayMethod } from '../plan/pay-method.js';
/** Milliseconds as seconds: `0.31 s`, `12.4 s`. */
export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** How long something takes: `300 ms`, `1.5 s`, `25 hours`. */
export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
};

/** The same in figures, for statistics: `1 order`, `2 orders`. */
export const figureText = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : `${one}s`}`;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** `first`, `second`, `12th`. */
export const ordinalText = (number: number): string => ordinals[number - 1] ?? `${number}th`;

const longId = /\b([a-z]{2,8}_)(?:[A-Za-z0-9]+_)*[A-Za-z0-9]{8,}([A-Za-z0-9]{4})\b/g;

/** A text with the ids of the processor cut to their end: `pi_…x7Kd`. */
export const shortIds = (text: string): string => text.replaceAll(longId, '$1…$2');

/** An argument of a command to copy: quoted for a shell if it has to be. */
export const shellWord = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;

/** The step that a customer has to pass at the processor: the page of a checkout session, 3D Secure, or the page of a bank. */
export const challengeText = (payment = '', method: PayMethod = 'card'): string => {
  if (payment.startsWith('cs_')) return 'the payment page';
  if (method === 'bizum') return "the approval in the bank's app";
  return method === 'card' ? '3D Secure' : "the bank's page";
};

/** `told "paid"`, `sent to 3D Secure` */
export const toldText = (outcome: string, payment?: string, method?: PayMethod): string =>
  outcome === 'action' ? `sent to ${challengeText(payment, method)}` : `told "${outcome}"`;
