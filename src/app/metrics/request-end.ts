import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Status of a request whose client went away before the response, as proxies log it. It is never sent. */
const CLIENT_GONE = 499;

type Ended = (request: FastifyRequest, reply: FastifyReply, status: number) => void;

/** Calls `ended` once for each request: after the response, or when the client has gone away, which Fastify's onResponse leaves out. */
export function whenEnded(app: FastifyInstance, ended: Ended): void {
  const open = new WeakSet<FastifyRequest>();
  const end: Ended = (request, reply, status) => {
    if (open.delete(request)) ended(request, reply, status);
  };
  app.addHook('onRequest', (request, reply, done) => {
    open.add(request);
    reply.raw.once('close', () => end(request, reply, reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply, reply.statusCode);
    done();
  });
}
