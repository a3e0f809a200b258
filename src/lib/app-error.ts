import type { MessageId } from './i18n/messages.ts';

/** The ways a request can be refused. src/app/error-responses.ts maps each to a status and a message. */
export const ERROR_CODES = [
  'malformed',
  'not_signed_in',
  'declined',
  'forbidden',
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

type AppErrorOptions = {
  /** Words for the person, when the code's own words are too general. */
  messageKey?: MessageId;
  /** Names of the inputs at fault, each with what is wrong. */
  fields?: Record<string, string>;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  cause?: unknown;
};

/** A refusal with a code, words for the person, and a message for the log. */
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
