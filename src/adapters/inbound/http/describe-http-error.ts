import { describePaymentError } from '../../../domain/describe-payment-error.js';
import { paymentErrorCode } from '../../../domain/payment-error-code.js';
import type { HttpError } from './http-error.js';

/** Advice to the operator about a wrong set-up, for the log and, outside production, for the answer. */
export const adviceOf = (error: HttpError): string | undefined =>
  error._tag === 'BodyAlreadyRead'
    ? "another body parser has read this request, and a webhook's signature holds only over the body as it was sent: mount Pasarela's router before koa-bodyparser, express.json() and the like, or keep them from its paths; in Express, use express.raw({ type: 'application/json' }) on the path of the webhook"
    : undefined;

/** What a failure says: a text for people, and a code for programs (`null` when it has none). */
export const describeHttpError = (
  error: HttpError,
): { readonly message: string; readonly code: string | null } => {
  switch (error._tag) {
    case 'RouteNotFound':
      return { message: `Route not found: ${error.path}`, code: null };
    case 'Unauthorized':
      return { message: 'API key inválida o ausente', code: 'unauthorized' };
    case 'ForeignPage':
      return {
        message: 'La petición viene de la página de otro sitio',
        code: 'foreign_page',
      };
    case 'InvalidJson':
      return { message: 'El cuerpo debe ser un objeto JSON válido', code: 'invalid_json' };
    case 'UnsupportedMediaType':
      return {
        message: 'El cuerpo debe enviarse como application/json en UTF-8',
        code: 'unsupported_media_type',
      };
    case 'BodyTooLarge':
      return { message: `El cuerpo supera el máximo de ${error.limit}`, code: 'body_too_large' };
    case 'BodyAlreadyRead':
      return { message: 'Error interno del servidor', code: null };
    case 'BodyIncomplete':
      return { message: 'El cuerpo ha llegado incompleto', code: 'body_incomplete' };
    case 'BrokenRequest':
      return { message: 'La petición HTTP no es válida', code: 'invalid_http' };
    default:
      return { message: describePaymentError(error), code: paymentErrorCode(error) };
  }
};
