export type BrokenChunk = { id: string; reason: 'error' | 'timeout'; url: string };

/** What is known of a part of the site that did not load (see scripts/chunk-failure.ts); null for any other error. */
export function brokenChunk(error: unknown): BrokenChunk | null {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null;
  const { url, reason } = error as unknown as Omit<BrokenChunk, 'id'>;
  return { id: /([^/?]+?)(?:-[\w-]{8})?\.\w+(?:\?|$)/.exec(url)?.[1] ?? url, reason, url };
}
