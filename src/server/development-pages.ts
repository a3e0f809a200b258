import type { FastifyInstance } from 'fastify';

/** Pages straight from the sources, with hot reload: Vite runs inside this process. Loaded only by `npm run dev`. */
export async function developmentBuild(app: FastifyInstance) {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) return;
    const handled = await new Promise<boolean>((resolve) => {
      reply.raw.once('close', () => resolve(true));
      vite.middlewares(request.raw, reply.raw, () => resolve(false));
    });
    if (handled) reply.hijack();
  });
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (policy) reply.header('content-security-policy', withHotReload(String(policy)));
  });
  return () => vite.ssrLoadModule('virtual:react-router/server-build');
}

/** Vite's own script speaks over a web socket and puts styles into the page. */
function withHotReload(policy: string): string {
  return policy
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
}
