import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';

type Problem = Extract<MessageKey, `statements.file.${string}`>;

/** An error for a file that cannot be imported, with a sentence that says why. */
export function refusedFile(messageKey: Problem, cause?: unknown): AppError {
  return new AppError('unprocessable', `statement refused: ${messageKey}`, {
    messageKey,
    ...(cause !== undefined && { cause }),
  });
}

/** Same, with a sentence that has placeholders. */
export function refusedFileWith(logMessage: string, write: (t: Translator) => string): AppError {
  return new AppError('unprocessable', `statement refused: ${logMessage}`, { write });
}
