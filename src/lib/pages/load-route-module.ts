import { areasOf } from '#page-areas.ts';
import { loadMessages } from '../i18n/document-messages.ts';

const TIMEOUT_MS = 120_000;

/** A route module that failed to load. */
export class ChunkLoadError extends Error {
  readonly url: string;
  readonly reason: 'error' | 'timeout';

  constructor(url: string, reason: 'error' | 'timeout', cause: unknown) {
    super(`Loading chunk failed: ${url}`, { cause });
    this.name = 'ChunkLoadError';
    this.url = url;
    this.reason = reason;
  }
}

/**
 * Takes the place of React Router's module of the same name (scripts/vite/route-loading.ts), which reloads the page
 * when a module does not load. This one returns a module whose every part throws: the error reaches the error screen,
 * and the person decides when to reload. A throw here would leave the router waiting forever.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(route.module, 'timeout', undefined)), TIMEOUT_MS);
  });
  try {
    const needed = Promise.all([import(/* @vite-ignore */ route.module), loadMessages(areasOf([route.id]))]);
    const [routeModule] = await Promise.race([needed, late]);
    loaded[route.id] = routeModule;
    return routeModule;
  } catch (error) {
    console.error(error);
    const failure = error instanceof ChunkLoadError ? error : new ChunkLoadError(route.module, 'error', error);
    const fail = () => {
      throw failure;
    };
    return { default: fail, clientLoader: fail, clientAction: fail };
  } finally {
    clearTimeout(timer);
  }
}

type BrokenChunk = { id: string; reason: 'error' | 'timeout'; url: string };

/** Describes a chunk that failed to load; null for any other error. */
export function brokenChunk(error: unknown): BrokenChunk | null {
  if (!(error instanceof ChunkLoadError)) return null;
  const { url, reason } = error;
  return { id: /([^/?]+?)(?:-[\w-]{8})?\.\w+(?:\?|$)/.exec(url)?.[1] ?? url, reason, url };
}
