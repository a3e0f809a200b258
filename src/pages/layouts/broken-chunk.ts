export type BrokenChunk = { id: string; reason: 'error' | 'timeout'; url: string };

const FAILED_IMPORT = /(?:dynamically imported module|importing a module script|loading chunk)[^:]*:?\s*(\S+)?/i;

/** What is known of a part of the site that did not load; null for any other error. */
export function brokenChunk(error: unknown): BrokenChunk | null {
  if (!(error instanceof Error)) return null;
  const match = FAILED_IMPORT.exec(error.message);
  if (!match) return null;
  const url = match[1] ?? '';
  const id = /([^/?]+?)(?:-[\w-]{8})?\.js/.exec(url)?.[1] ?? 'page';
  return { id, reason: error.name === 'TimeoutError' ? 'timeout' : 'error', url };
}
