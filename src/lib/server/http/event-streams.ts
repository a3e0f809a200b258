import type { ServerResponse } from 'node:http';
import { AppError } from '../../app-error.ts';

/** A browser has one stream for all its tabs; a person may use several browsers. */
const MOST_OF_USER = 4;
/** Per process. A stream takes about 25 kB. */
const MOST = 5_000;
/** Proxies end connections without traffic, often after a minute. */
export const BEAT_EVERY_MS = 20_000;
/** Streams end after this time, so that the session of their user is checked again when the browser reconnects. */
const LIFE_MS = 15 * 60_000;
const RECONNECT_AFTER_MS = 3_000;
/** Writes that a client may leave unread before its stream is ended. */
const MOST_UNREAD = 2;

type Stream = { response: ServerResponse; openedAt: number; unread: number };
type StreamEvent = { name: string; data: unknown };

/** Server-sent events to logged-in users. Nothing is stored: a browser that reconnects reads its page again. */
export class EventStreams {
  readonly #streams = new Map<number, Set<Stream>>();
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Keeps a response open for the events of a user. Ends the oldest stream of a user with too many. */
  open(userId: number, response: ServerResponse): void {
    if (this.#count >= MOST) throw new AppError('overloaded', 'too many event streams', { retryAfter: 60 });
    const own = this.#streams.get(userId) ?? new Set();
    const [oldest] = own;
    if (oldest && own.size >= MOST_OF_USER) this.#end(userId, oldest);
    const stream: Stream = { response, openedAt: performance.now(), unread: 0 };
    own.add(stream);
    this.#streams.set(userId, own);
    this.#count += 1;
    response.on('drain', () => {
      stream.unread = 0;
    });
    response.once('close', () => this.#forget(userId, stream));
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    response.write(`retry: ${RECONNECT_AFTER_MS}\nevent: open\ndata: {}\n\n`);
  }

  /** Sends an event to all streams of a user. */
  send(userId: number, { name, data }: StreamEvent): void {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const stream of this.#streams.get(userId) ?? []) this.#write(userId, stream, text);
  }

  /** Writes to every stream, so that proxies keep it and clients notice a broken one. Ends old streams. */
  beat(): void {
    const oldest = performance.now() - LIFE_MS;
    for (const [userId, streams] of this.#streams) {
      for (const stream of streams) {
        if (stream.openedAt < oldest) this.#end(userId, stream);
        else this.#write(userId, stream, 'event: beat\ndata: {}\n\n');
      }
    }
  }

  close(): void {
    for (const [userId, streams] of this.#streams) for (const stream of streams) this.#end(userId, stream);
  }

  #write(userId: number, stream: Stream, text: string): void {
    if (stream.response.write(text)) return;
    stream.unread += 1;
    if (stream.unread < MOST_UNREAD) return;
    stream.response.destroy();
    this.#forget(userId, stream);
  }

  #end(userId: number, stream: Stream): void {
    stream.response.end();
    this.#forget(userId, stream);
  }

  #forget(userId: number, stream: Stream): void {
    const own = this.#streams.get(userId);
    if (!own?.delete(stream)) return;
    this.#count -= 1;
    if (own.size === 0) this.#streams.delete(userId);
  }
}
