import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInProcess } from './in-process-api.ts';

const COOKIE = 'wrote';
/** Longer than a replica in use may be behind (`MAX_LAG_MS`), with time for the response to arrive. */
const AFTER_WRITE_S = 5;

const readsPrimary = new AsyncLocalStorage<true>();

/** Whether the running request comes from somebody who has just changed something, or is a change itself. */
export const hasJustWritten = (): boolean => readsPrimary.getStore() ?? false;

const isWrite = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD';

/**
 * Marks everybody who changes something for a few seconds, so that they find their changes whichever process answers. The mark is a
 * cookie without any content. Calls of a page that is being rendered count as those of its visitor.
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
