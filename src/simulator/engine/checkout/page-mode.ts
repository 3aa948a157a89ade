import { type ApiError, invalidRequest } from '../errors.js';
import type { StoredSession } from '../objects/checkout-session.js';
import { missingParam } from '../params/param.js';
import type { CreateSessionParams } from './params.js';

const isEmbedded = ({ ui_mode: mode }: CreateSessionParams): boolean =>
  mode === 'embedded' || mode === 'embedded_page';

// https://docs.stripe.com/payments/checkout/custom-success-page?payment-ui=embedded-page
const ofEmbedded = ['redirect_on_completion', 'return_url'] as const;
const ofHosted = ['cancel_url', 'success_url'] as const;

const unsupported = (names: ReadonlyArray<string>, other: string): ApiError => {
  const [param = ''] = names;
  return invalidRequest(
    names.length === 1
      ? `\`${param}\` is not supported with \`${other}\`.`
      : `The following parameters are not supported with \`${other}\`: ${names.join(', ')}.`,
    { param },
  );
};

/** Why a page of this kind, on its own or in the shop's page, cannot have these parameters; `null` if it can. */
export const pageModeProblem = (params: CreateSessionParams): ApiError | null => {
  const { ui_mode: mode = 'hosted_page', redirect_on_completion, return_url, success_url } = params;
  const embedded = isEmbedded(params);
  const excluded = (embedded ? ofHosted : ofEmbedded).filter((name) => params[name] !== undefined);
  if (excluded.length > 0) return unsupported(excluded, `ui_mode: ${mode}`);
  if (!embedded) return success_url === undefined ? missingParam('success_url') : null;
  if (redirect_on_completion !== 'never') {
    return return_url === undefined ? missingParam('return_url') : null;
  }
  return return_url === undefined
    ? null
    : unsupported(['return_url'], 'redirect_on_completion: never');
};

/** The fields of a session that tell where its page is, and where it leads. */
export const pageOf = (
  params: CreateSessionParams,
  { secret, url }: { readonly secret: () => string; readonly url: string },
): Pick<
  StoredSession,
  'client_secret' | 'redirect_on_completion' | 'return_url' | 'success_url' | 'ui_mode' | 'url'
> => {
  const { redirect_on_completion = 'always', return_url, success_url = null } = params;
  return isEmbedded(params)
    ? {
        client_secret: secret(),
        redirect_on_completion,
        ...(return_url === undefined ? {} : { return_url }),
        success_url: null,
        ui_mode: 'embedded_page',
        url: null,
      }
    : { client_secret: null, success_url, ui_mode: 'hosted_page', url };
};
