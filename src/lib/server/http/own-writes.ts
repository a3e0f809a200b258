import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInProcess } from './in-process-api.ts';

const COOKIE = 'wrote';
/** Longer than a replica in use may be behind (`MAX_LAG_MS`), with time for the response to arrive. */
const AFTER_WRITE_S = 5;

const readsPrimary = new AsyncLocalStorage<true>();

/** Returns whether the running request is a change, or comes from a client that has just made one. */
export const hasJustWritten = (): boolean => readsPrimary.getStore() ?? false;

const isWrite = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/**
 * Marks clients that change something for a few seconds, so that any process shows them their changes. The mark is a cookie without
 * content. Calls of a page that is being rendered count as its visitor's.
 */
export function followOwnWrites(app: FastifyInstance, secure: boolean): void {
  // After the body was read, because its events would not keep the context.
  app.addHook('preHandler', (request, _reply, done) => {
    if (isWrite(request) || request.cookies[COOKIE] !== undefined) readsPrimary.run(true, done);
    else done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isWrite(request) && !isInProcess(request))
      reply.setCookie(COOKIE, '1', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: AFTER_WRITE_S });
    done();
  });
}
