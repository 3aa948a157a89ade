import type { InvoiceSettings } from '../objects/customer.js';
import { setOrUnset } from '../params/primitives.js';
import type { InvoiceSettingsParam } from './invoice-settings-param.js';

type RenderingOptions = InvoiceSettings['rendering_options'];

const withRendering = (
  before: RenderingOptions,
  given: InvoiceSettingsParam['rendering_options'],
): RenderingOptions => {
  if (given === undefined) return before;
  if (given === '') return null;
  const { amount_tax_display = null } = before ?? {};
  return {
    amount_tax_display: setOrUnset(given.amount_tax_display, amount_tax_display),
    template: null,
  };
};

/** Invoice settings with what is given of them; what pays is not decided here. */
export const applyInvoiceSettings = (
  before: InvoiceSettings,
  given: InvoiceSettingsParam | undefined,
): InvoiceSettings =>
  given === undefined
    ? before
    : {
        ...before,
        custom_fields: setOrUnset(structuredClone(given.custom_fields), before.custom_fields),
        footer: setOrUnset(given.footer, before.footer),
        rendering_options: withRendering(before.rendering_options, given.rendering_options),
      };
