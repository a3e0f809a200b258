import { EVENTS } from '../../conversations-calls.ts';

const LOCK = 'carquay events';
const CHANNEL = 'carquay events';

/** `open`: the stream began, so something may have been missed. */
type LiveEvent = { kind: 'open' | 'thread'; number?: string };

/**
 * Calls `onEvent` for events of the server until the returned function is called. One tab of a browser holds the connection and passes
 * the events on to the others. Without the means for that, nothing happens, and pages look for news themselves.
 */
export function listen(onEvent: (event: LiveEvent) => void): () => void {
  if (typeof EventSource === 'undefined' || typeof BroadcastChannel === 'undefined' || !navigator.locks)
    return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  const stopping = new AbortController();
  const { signal } = stopping;
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => onEvent(data);
  const hold = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource(EVENTS);
      const tell = (event: LiveEvent) => {
        onEvent(event);
        channel.postMessage(event);
      };
      source.addEventListener('open', () => tell({ kind: 'open' }));
      source.addEventListener('thread', ({ data }: MessageEvent<string>) =>
        tell({ kind: 'thread', ...JSON.parse(data) }),
      );
      signal.addEventListener('abort', () => {
        source.close();
        resolve();
      });
    });
  // The lock passes to another tab when this one closes.
  navigator.locks.request(LOCK, { signal }, hold).catch(() => {});
  return () => {
    stopping.abort();
    channel.close();
  };
}
