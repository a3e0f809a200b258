import type { AnyMessage, MessageKey, Translator } from './i18n/translator.ts';

/** The ways a request can be refused. src/app/errors/error-responses.ts maps each to a status and a message. */
export const ERROR_CODES = [
  'malformed',
  'not_signed_in',
  'declined',
  'forbidden',
  'not_permitted',
  'second_factor_needed',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media',
  'unprocessable',
  'too_many',
  'overloaded',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A message, its id if it has no placeholders, or a text for developers of API clients. */
export type FieldProblem = AnyMessage | string;

type AppErrorOptions = {
  /** Message for the user, if the default message of the code is too general. */
  messageKey?: MessageKey;
  /** Writes the message for the user, if it has placeholders. */
  write?: (t: Translator) => string;
  /** The problem of each invalid input, by its name. */
  fields?: Record<string, FieldProblem>;
  /** Seconds to wait before retrying. */
  retryAfter?: number;
  cause?: unknown;
};

/** An expected error with a code, a message for the user and a message for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, logMessage: string, options: AppErrorOptions = {}) {
    super(logMessage, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }
}
