import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CLAIMED } from '#features/catalog/listings/server/claimed.ts';
import { AppError, type ErrorCode, type FieldProblem } from '#lib/app-error.ts';
import type { Message, MessageId, MessageKey, Translator } from '#lib/i18n/translator.ts';
import { type ErrorBody, serializeError } from '#lib/server/http/error-body.ts';
import { requestTranslator } from '#lib/server/i18n/languages.ts';

const responses: Record<ErrorCode, { status: number; messageKey: MessageKey }> = {
  malformed: { status: 400, messageKey: 'errors.malformed' },
  not_signed_in: { status: 401, messageKey: 'errors.notSignedIn' },
  declined: { status: 402, messageKey: 'errors.declined' },
  forbidden: { status: 403, messageKey: 'errors.forbidden' },
  not_permitted: { status: 403, messageKey: 'errors.notPermitted' },
  second_factor_needed: { status: 403, messageKey: 'errors.secondFactorNeeded' },
  not_found: { status: 404, messageKey: 'errors.notFound' },
  conflict: { status: 409, messageKey: 'errors.conflict' },
  too_large: { status: 413, messageKey: 'errors.tooLarge' },
  unsupported_media: { status: 415, messageKey: 'errors.unsupportedMedia' },
  unprocessable: { status: 422, messageKey: 'errors.unprocessable' },
  too_many: { status: 429, messageKey: 'errors.tooMany' },
  overloaded: { status: 503, messageKey: 'errors.overloaded' },
  internal: { status: 500, messageKey: 'errors.internal' },
};

/** Sends the response to a failed API call: expected errors with their own message, all others without internals. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  const { status } = responses[appError.code];
  if (status === 500) request.log.error({ err: appError.options.cause ?? appError }, appError.message);
  else if (status > 500) request.log.warn(appError.message);
  const { retryAfter, fields } = appError.options;
  const t = requestTranslator(request);
  if (status === 400 && fields && request.routeOptions.config.refusesWithFlag) {
    const texts = fieldTexts(fields, t);
    return reply.send({ flag: '0', message: Object.values(texts)[0], fields: texts });
  }
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .type(ERROR_TYPE)
    .serializer(serializeError)
    .send(toErrorBody(appError, request.id, t));
}

export const ERROR_TYPE = 'application/json; charset=utf-8';

export function toErrorBody(
  { code, options: { messageKey = responses[code].messageKey, write, fields } }: AppError,
  requestId: string,
  t: Translator,
): ErrorBody {
  const message = write ? write(t) : t(messageKey);
  return { flag: '0', message, error: message, code, requestId, ...(fields && { fields: fieldTexts(fields, t) }) };
}

function fieldTexts(fields: Record<string, FieldProblem>, t: Translator): Record<string, string> {
  const text = (problem: FieldProblem) => {
    if (typeof problem !== 'string') return t.message(problem);
    return t.hasMessage(problem) ? t(problem) : problem;
  };
  return Object.fromEntries(Object.entries(fields).map(([field, problem]) => [field, text(problem)]));
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.core.$ZodError)
    return new AppError('malformed', 'invalid input', { fields: zodFields(error) });
  const databaseCode = databaseErrorCode(error);
  if (databaseCode) return fromDatabase(databaseCode, error);
  const problem = connectionProblem(error);
  if (problem) return unavailable(problem, error);
  return new AppError(codeOfStatus((error as FastifyError).statusCode), (error as Error).message ?? 'unknown error', {
    cause: error,
  });
}

/**
 * Returns the first problem of each input. Form schemas name a message; any other issue gets one by its kind.
 */
function zodFields({ issues }: z.core.$ZodError): Record<string, FieldProblem> {
  const { hasMessage } = requestTranslator();
  const fields: Record<string, FieldProblem> = {};
  for (const issue of issues)
    fields[issue.path.join('.') || 'body'] ??= hasMessage(issue.message) ? issue.message : issueMessage(issue);
  return fields;
}

function codeOfStatus(status: number | undefined): ErrorCode {
  if (status === undefined || status >= 500) return status === 503 ? 'overloaded' : 'internal';
  const match = Object.entries(responses).find(([, response]) => response.status === status);
  return match ? (match[0] as ErrorCode) : 'malformed';
}

function databaseErrorCode(error: unknown): string | undefined {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && code.length === 5 && severity !== undefined ? code : undefined;
}

const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const CLIENT_MESSAGES =
  /^(The database does not respond|Too many queries wait|Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Returns why no connection was available or why the connection broke; null for all other errors. */
function connectionProblem(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && NETWORK_CODES.test(code)) return code;
  return (typeof message === 'string' && CLIENT_MESSAGES.exec(message)?.[0]) || null;
}

/**
 * Maps errors of PostgreSQL: values that validation let through (classes 22 and 23), and an overloaded or unavailable
 * database.
 */
function fromDatabase(code: string, cause: unknown): AppError {
  if (code === CLAIMED) return new AppError('conflict', 'the listing is claimed', { messageKey: 'errors.claimed' });
  if (code.startsWith('22')) return new AppError('malformed', `the database rejected a value: ${code}`, { cause });
  if (code.startsWith('23')) return new AppError('conflict', `database constraint: ${code}`, { cause });
  if (/^(08|40|53|55|57)/.test(code)) return unavailable(code, cause);
  return new AppError('internal', `database error: ${code}`, { cause });
}

const unavailable = (why: string, cause: unknown) =>
  new AppError('overloaded', `database unavailable: ${why}`, { cause, retryAfter: 2 });

type FieldMessageId = Extract<MessageId, `errors.field.${string}`>;

const QUANTITIES = new Set(['number', 'int', 'bigint', 'date']);

/** The message for an issue of a schema that names none itself. */
function issueMessage(issue: z.core.$ZodIssue): Message<FieldMessageId> {
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? { messageKey: 'errors.field.missing' }
        : { messageKey: 'errors.field.type', values: { type: issue.expected } };
    case 'too_small': {
      const least = Number(issue.minimum);
      return QUANTITIES.has(issue.origin)
        ? { messageKey: 'errors.field.tooSmall', values: { least } }
        : { messageKey: 'errors.field.tooShort', values: { least } };
    }
    case 'too_big': {
      const most = Number(issue.maximum);
      return QUANTITIES.has(issue.origin)
        ? { messageKey: 'errors.field.tooLarge', values: { most } }
        : { messageKey: 'errors.field.tooLong', values: { most } };
    }
    case 'invalid_value':
      return { messageKey: 'errors.field.choice', values: { values: issue.values.map(String).join(', ') } };
    case 'unrecognized_keys':
      return { messageKey: 'errors.field.unknown', values: { names: issue.keys.join(', ') } };
    default:
      return { messageKey: 'errors.field.invalid' };
  }
}
