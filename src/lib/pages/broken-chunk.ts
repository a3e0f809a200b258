import { ChunkLoadError } from './load-route-module.ts';

export type BrokenChunk = { id: string; reason: 'error' | 'timeout'; url: string };

/** Describes a chunk that failed to load; null for any other error. */
export function brokenChunk(error: unknown): BrokenChunk | null {
  if (!(error instanceof ChunkLoadError)) return null;
  const { url, reason } = error;
  return { id: /([^/?]+?)(?:-[\w-]{8})?\.\w+(?:\?|$)/.exec(url)?.[1] ?? url, reason, url };
}
