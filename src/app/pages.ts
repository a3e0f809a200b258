import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, matchPath, RouterContextProvider, type ServerBuild } from 'react-router';
import { minPasswordLength } from '#features/accounts/model/password-policy.ts';
import { CARD_FIELD_ORIGINS } from '#features/gateways/model/card-field-origins.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { AppError } from '#lib/app-error.ts';
import { clearNoticeCookie, noticeOf } from '#lib/pages/notice.ts';
import { pageContext } from '#lib/pages/page-context.ts';
import type { Config } from '#lib/server/config/config.ts';
import { acceptedEncoding } from '#lib/server/http/compressed-body.ts';
import { type InProcessApi, inProcessApi } from '#lib/server/http/in-process-api.ts';
import { GUEST_EMBEDDER_POLICY, type Guests } from '#lib/server/http/security-headers.ts';
import type { VersionedCache } from '#lib/server/http/versioned-cache.ts';
import { projectFile } from '#lib/server/project-root.ts';
import { canonicalPath, hasSecretAddress, isPrivate, paths } from '#paths.ts';
import { type CachedPage, cachedPage, OWN_SCRIPT, type ProcessedPage, postProcessPage } from './page-cache.ts';
import { requestUrl } from './request-url.ts';

type PageOptions = {
  config: Config;
  mode: 'production' | 'development' | 'test';
  build: ServerBuild;
  cache: VersionedCache<CachedPage> | null;
};

const CLIENT_FILES = projectFile('build/client');
const A_YEAR_S = 365 * 24 * 60 * 60;
const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
/** The kind that mail programs may send to end a subscription (RFC 8058). All that counts is the address that it is sent to. */
const ONE_CLICK = 'multipart/form-data';
const MAX_FORM_BYTES = 100 * 1024;

/** Serves the browser's files and every page of src/routes.ts. */
export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { mode, build } = options;
  const render = createRequestHandler(build, mode);
  if (mode === 'development') allowInlineStyles(app);
  else await serveClientFiles(app);
  await app.register(async (scope) => {
    scope.get('/assets/*', async (_request, reply) => reply.code(404).type('text/plain').send('Not found'));
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser(ONE_CLICK, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (request, _body, done) => {
      const endsSubscription = canonicalPath(request.url.replace(/\?.*$/, '')) === paths.unsubscribe;
      if (!endsSubscription) return done(new AppError('unsupported_media', 'no form'), '');
      request.headers['content-type'] = FORM;
      done(null, '');
    });
    const pages = { ...options, app, render };
    scope.get('/*', (request, reply) => servePage(request, reply, pages));
    scope.post('/*', (request, reply) => servePage(request, reply, pages));
  });
}

async function serveClientFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: CLIENT_FILES,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders(response, path) {
      response.header('cache-control', lifeOf(path));
    },
  });
}

/** A file whose name changes with what is in it lasts; of the service worker a browser asks for the newest each time. */
function lifeOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${A_YEAR_S}, immutable`;
  return path.includes('/service-worker.js') ? 'no-cache' : 'public, max-age=3600';
}

/** Vite puts a page's styles inline in development. */
function allowInlineStyles(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (policy) {
      const widened = String(policy).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
      reply.header('content-security-policy', widened);
    }
  });
}

type Render = (request: Request, context: RouterContextProvider) => Promise<Response>;
type Pages = PageOptions & { app: FastifyInstance; render: Render };

async function servePage(request: FastifyRequest, reply: FastifyReply, pages: Pages): Promise<FastifyReply | Response> {
  const url = requestUrl(pages.config, request);
  if (request.method === 'POST') return serveOwnPage(request, reply, url, pages);
  const canonical = canonicalPath(url.pathname);
  if (canonical !== url.pathname && !url.pathname.endsWith('.data')) {
    if (isPrivate(canonical)) keepFromOthers(reply, canonical);
    return reply.redirect(canonical + url.search, 301);
  }
  return isPrivate(url.pathname)
    ? serveOwnPage(request, reply, url, pages)
    : servePublicPage(request, reply, url, pages);
}

/** A page that is the same for everybody, and so may be kept. What is not there for everybody may be there for its owner. */
async function servePublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  pages: Pages,
): Promise<FastifyReply | Response> {
  const { app, config, cache, render } = pages;
  const kept = cache?.get(url.href);
  if (kept !== undefined) return sendKept(request, reply, kept);

  const version = cache?.version() ?? 0;
  const { api, waitOf } = inProcessApi(app, request, { personal: false });
  const response = await render(webRequest(request, url), contextOf(config, url, api, null));
  if (response.status === 404 && request.headers.cookie !== undefined) return serveOwnPage(request, reply, url, pages);
  if (!isHtml(response)) return reply.send(response);

  const page = postProcessPage(await response.text());
  if (cache && response.status === 200) {
    void cachedPage(page).then((finished) => cache.set(url.href, finished, version));
  }
  return pageHeaders(respondAs(reply, response, waitOf), page).send(page.html);
}

/** A page made for one visitor, or what became of a form they sent: with their cookies, and kept by nobody. */
async function serveOwnPage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  { app, config, render }: Pages,
): Promise<FastifyReply | Response> {
  const { api, setCookies, waitOf } = inProcessApi(app, request, { personal: true });
  const notice = noticeOf(request.headers.cookie);
  const response = await render(webRequest(request, url), contextOf(config, url, api, notice));
  if (response.status === 405) throw new AppError('not_found', 'a form for a page that has none');

  const guests = guestsOf(config, url.pathname);
  const page = isHtml(response) ? postProcessPage(await response.text(), guests) : null;
  const shown = page !== null && notice !== null;
  if (shown) setCookies.push(clearNoticeCookie(url.protocol));
  for (const cookie of setCookies) reply.header('set-cookie', cookie);
  respondAs(reply, response, waitOf);
  keepFromOthers(reply, url.pathname);
  if (page === null) return reply.send(response);
  if (guests) reply.header('cross-origin-embedder-policy', GUEST_EMBEDDER_POLICY);
  return reply.type(HTML).header('content-security-policy', page.policy).send(page.html);
}

/** A page fails because of a call that it needs: where that one is to be tried again later, so is the page. */
function respondAs(reply: FastifyReply, { status }: Response, waitOf: InProcessApi['waitOf']): FastifyReply {
  const ended = status === 500 && waitOf(503) !== undefined ? 503 : status;
  const wait = waitOf(ended);
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply.code(ended);
}

/** Who else has a part in a page: on the payment page, the provider whose card fields are on it. */
function guestsOf({ payments }: Config, path: string): Guests | undefined {
  return payments.stripe && matchPath(paths.payment, path) ? CARD_FIELD_ORIGINS : undefined;
}

/** What is one visitor's own is kept by nobody; and its address is told to nobody while it holds a secret. */
function keepFromOthers(reply: FastifyReply, path: string): void {
  reply.header('cache-control', 'no-store');
  if (hasSecretAddress(path)) reply.header('referrer-policy', 'no-referrer');
}

function contextOf(config: Config, url: URL, api: ApiClient, notice: string | null): RouterContextProvider {
  const site = {
    origin: url.origin,
    chatNumber: config.chatNumber,
    historyReportUrl: config.historyReportUrl,
    minPasswordLength: minPasswordLength(config.passwordPolicy),
  };
  const nonce = url.pathname.endsWith('.data') ? '' : OWN_SCRIPT;
  const context = new RouterContextProvider();
  context.set(pageContext, { api, nonce, site, notice });
  return context;
}

const isHtml = (response: Response) => response.headers.get('content-type')?.startsWith('text/html') ?? false;

/** Answers from what is kept; a browser that has the same page already gets only its name. */
function sendKept(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  pageHeaders(reply, page);
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(page.html);
  return reply.header('content-encoding', encoding).send(page.encoded[encoding]);
}

function pageHeaders(reply: FastifyReply, { policy, etag }: ProcessedPage): FastifyReply {
  return reply.type(HTML).headers({
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    etag: `W/${etag}`,
    vary: 'accept-encoding',
  });
}

/**
 * What React Router is handed. HEAD is rendered like GET; the body is then not sent. Where a form comes from has been checked
 * already (cross-site.ts), by more than the origin that React Router would look at.
 */
function webRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'origin' && !name.startsWith(':')) headers.set(name, String(value));
  }
  if (request.method !== 'POST') return new Request(url, { headers });
  if (typeof request.body !== 'string') throw new AppError('unsupported_media', 'no form');
  return new Request(url, { method: 'POST', headers, body: request.body });
}
