import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { EVENTS } from '#features/conversations/conversations-calls.ts';
import { LiveThreads } from '#features/conversations/threads/server/live-threads.ts';
import { AppError } from '#lib/app-error.ts';
import { fileResponse } from '#lib/contract-parts.ts';
import { withError } from '#lib/server/http/call-endpoint.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { type Guard, pathAliases } from '#lib/server/http/endpoint.ts';
import { BEAT_EVERY_MS, EventStreams } from '#lib/server/http/event-streams.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

const LOOK_EVERY_MS = 1_000;

type Needs = { pool: pg.Pool; guard: Guard; jobs: boolean };

/** Serves GET /api/events: server-sent events that tell a logged-in user which conversations have a new message. */
export function registerLiveEvents(app: FastifyInstance, { pool, guard, jobs }: Needs): void {
  const streams = new EventStreams();
  const threads = new LiveThreads(pool, streams);
  const onError = (error: unknown) => app.log.error({ err: error }, 'looking for new messages failed');
  const stops: (() => Promise<void>)[] = [];
  let beat: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    beat = setInterval(() => streams.beat(), BEAT_EVERY_MS);
    if (jobs) stops.push(repeat(LOOK_EVERY_MS, () => threads.look(), onError, 'live messages'));
  });
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    clearInterval(beat);
    streams.close();
    await Promise.all(stops.map((stop) => stop()));
  });
  for (const [alias, url] of pathAliases(EVENTS.replace('/api', '')).entries()) {
    app.route({
      method: 'GET',
      url,
      schema: {
        summary: 'Server-sent events: `thread` with the number of a conversation that has a new message',
        description: 'Access: user',
        tags: ['conversations'],
        hide: alias > 0,
        response: withError({ 200: fileResponse }),
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { id } = userOf(await guard('user', request, undefined));
        if (!request.headers.accept?.includes('text/event-stream'))
          throw new AppError('malformed', 'not an event stream', { messageKey: 'threads.noStream' });
        streams.open(id, reply.raw);
        reply.hijack();
      },
    });
  }
}
