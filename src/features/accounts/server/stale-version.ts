import { AppError } from '#lib/app-error.ts';

/** The refusal of a save whose author has not seen the latest version. */
export function staleVersion(): AppError {
  return new AppError('conflict', 'stale version', { say: 'admin.stale', fields: { version: 'stale' } });
}
