/** Something that only the operator can put right; the message is the one sentence that tells how. */
export class ConfigError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'OperatorError';
  }
}

const FULL = 'The disk is full. Free up space, then start again. No saved data is lost.';
/** Codes of the operating system, and PostgreSQL's disk_full. */
const SENTENCES: Record<string, string> = {
  ENOSPC: FULL,
  '53100': FULL,
  EACCES: 'Permission denied on a file. Make sure the user running CarQuay owns DATA_DIR.',
  EROFS: 'DATA_DIR is on a read-only disk. Set DATA_DIR to a writable folder.',
};

/** The one sentence for the operator; null when the fault is ours and needs its stack. */
export function configErrorMessage(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  return SENTENCES[(error as { code?: string } | null)?.code ?? ''] ?? null;
}
