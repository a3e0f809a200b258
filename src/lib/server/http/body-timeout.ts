import type { FastifyInstance } from 'fastify';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Closes connections whose body arrives too slowly. Uploads are limited by the server's longer request timeout instead.
 */
export function limitBodyDuration(app: FastifyInstance, milliseconds: number): void {
  app.addHook('preParsing', (request, _reply, body, done) => {
    const isUpload = request.headers['content-type']?.startsWith('multipart/form-data');
    if (!WITHOUT_BODY.has(request.method) && !isUpload) {
      const timer = setTimeout(() => request.raw.destroy(), milliseconds).unref();
      for (const arrived of ['end', 'close']) request.raw.once(arrived, () => clearTimeout(timer));
    }
    done(null, body);
  });
}
