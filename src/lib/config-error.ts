/** An error that the operator has to fix. The message says how. */
export class ConfigError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ConfigError';
  }
}

const FULL = 'The disk is full. Free up space, then start again. No saved data is lost.';
/** By error code of the operating system, and 53100 (disk_full) of PostgreSQL. */
const MESSAGES: Record<string, string> = {
  ENOSPC: FULL,
  '53100': FULL,
  EACCES: 'Permission denied on a file. Make sure the user running CarQuay owns DATA_DIR.',
  EROFS: 'DATA_DIR is on a read-only disk. Set DATA_DIR to a writable folder.',
};

/** Returns a message for the operator; null for a bug, which needs its stack trace. */
export function configErrorMessage(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message;
  return MESSAGES[(error as { code?: string } | null)?.code ?? ''] ?? null;
}
