import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, matchPath, RouterContextProvider, type ServerBuild } from 'react-router';
import { CARD_FIELD_ORIGINS } from '#features/payments/gateways/server/stripe-gateway.ts';
import { minPasswordLength } from '#features/people/accounts/server/password-policy.ts';
import { operatorCalls } from '#features/site/office-calls.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { clearNoticeCookie, noticeOf } from '#lib/pages/notice.ts';
import { pageContext } from '#lib/pages/page-context.ts';
import type { OperatorDetails } from '#lib/pages/page-site.ts';
import type { Config } from '#lib/server/config/config.ts';
import { acceptedEncoding } from '#lib/server/http/cache/compressed-body.ts';
import { type InProcessApi, inProcessApi, isAnsweredTheSame } from '#lib/server/http/in-process-api.ts';
import type { ReadBudget } from '#lib/server/http/read-budget.ts';
import { THIRD_PARTY_EMBEDDER_POLICY, type ThirdParties } from '#lib/server/http/security-headers.ts';
import { LOCALES, requestTranslator } from '#lib/server/i18n/languages.ts';
import { BUILD_FOLDER } from '#lib/server/project-root.ts';
import { canonicalPath, hasSecretAddress, isPrivate, paths } from '#paths.ts';
import { requestUrl } from '../request-url.ts';
import { KeptPage, type KeptPages } from './kept-pages.ts';
import type { OtherBuilds } from './other-builds.ts';
import { OWN_SCRIPT, type ProcessedPage, postProcessPage } from './post-process-page.ts';

type PageOptions = {
  config: Config;
  mode: 'production' | 'development' | 'test';
  build: ServerBuild;
  /** null: every page is rendered for its request */
  kept: KeptPages | null;
  otherBuilds: OtherBuilds;
  /** The budget of reads per client; null: no limit. */
  readBudget: ReadBudget | null;
};

const CLIENT_FILES = join(BUILD_FOLDER, 'client');
const IMMUTABLE = `public, max-age=${365 * 24 * 60 * 60}, immutable`;
const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
/**
 * Mail clients may use this type for one-click unsubscribe (RFC 8058). The token is in the URL, so the body is ignored.
 */
const ONE_CLICK = 'multipart/form-data';
/** Cost of rendering a page in the visitor's read budget, including the calls of the page. */
const PAGE_COST = 2;
const MAX_FORM_BYTES = 100 * 1024;

/** Serves the client build and every page of src/paths.ts. */
export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { mode, build } = options;
  const render = createRequestHandler(build, mode);
  if (mode === 'development') allowInlineStyles(app);
  else await serveClientFiles(app);
  await app.register(async (scope) => {
    scope.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
      serveAssetOfOtherBuild(request, reply, options.otherBuilds),
    );
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
    // An ETag is enough for files that are fetched whole.
    acceptRanges: false,
    lastModified: false,
    cacheControl: false,
    index: false,
    setHeaders(response, path) {
      response.header('cache-control', cacheControlOf(path));
    },
  });
}

/** Serves browsers that show a page of another build. */
async function serveAssetOfOtherBuild(
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  builds: OtherBuilds,
): Promise<FastifyReply> {
  const asset = await builds.find(request.params['*']);
  if (!asset) return reply.code(404).type('text/plain').send('Not found');
  reply.type(asset.type).headers({ 'cache-control': IMMUTABLE, vary: 'accept-encoding' });
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(asset.body.plain);
  return reply.header('content-encoding', encoding).send(asset.body.in(encoding));
}

/** Caches files with a content hash in their name for a year. Browsers must revalidate the service worker each time. */
function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return IMMUTABLE;
  return path.includes('/service-worker.js') ? 'no-cache' : 'public, max-age=3600';
}

/** Vite inlines styles in development. */
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
  if (request.method === 'POST') return servePrivatePage(request, reply, url, pages);
  const canonical = canonicalPath(url.pathname);
  if (canonical !== url.pathname && !url.pathname.endsWith('.data')) {
    if (isPrivate(canonical)) markPrivate(reply, canonical);
    return reply.redirect(canonical + url.search, 301);
  }
  if (!isPrivate(url.pathname)) return servePublicPage(request, reply, url, pages);
  pages.readBudget?.spendFor(request, PAGE_COST);
  return servePrivatePage(request, reply, url, pages);
}

/**
 * Serves a page that is the same for all visitors, a kept one if possible. On 404 a visitor with cookies gets a private
 * render.
 */
async function servePublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  pages: Pages,
): Promise<FastifyReply | Response> {
  const { app, kept, readBudget } = pages;
  const key = `${requestTranslator(request).locale} ${url.href}`;
  const valid = await kept?.get(key, (calls) => isAnsweredTheSame(app, request, calls));
  if (valid) return sendKept(request, reply, valid);

  if (!kept?.isRendering(key)) readBudget?.spendFor(request, PAGE_COST);
  const own: { rendered?: Rendered } = {};
  const shared = await kept?.render(key, async () => {
    own.rendered = await renderPublic(request, url, pages);
    const { page, response, calls } = own.rendered;
    return page && response.status === 200 ? new KeptPage(page, calls) : null;
  });
  if (shared) return sendKept(request, reply, shared);
  const { page, response, retryAfterOf, calls } = own.rendered ?? (await renderPublic(request, url, pages));
  const stale = response.status >= 500 ? kept?.stale(key) : null;
  if (stale) return sendKept(request, reply, stale);
  if (response.status === 404 && request.headers.cookie !== undefined)
    return servePrivatePage(request, reply, url, pages);
  if (page === null) return reply.send(response);
  if (response.status === 200) return sendKept(request, reply, new KeptPage(page, calls));
  pageHeaders(respondAs(reply, response, retryAfterOf), page);
  return reply.header('cache-control', 'no-cache').removeHeader('cdn-cache-control').send(page.html);
}

/** A response, its page if it is one, and the calls it was made of. */
type Rendered = Pick<InProcessApi, 'calls' | 'retryAfterOf'> & { response: Response; page: ProcessedPage | null };

async function renderPublic(request: FastifyRequest, url: URL, { app, config, render }: Pages): Promise<Rendered> {
  const { api, calls, retryAfterOf } = inProcessApi(app, request, { personal: false });
  const { context, html } = await contextOf(config, url, api, requestTranslator(request), null);
  const response = await render(webRequest(request, url), context);
  const rendered = html();
  return { response, page: rendered && postProcessPage(rendered), calls, retryAfterOf };
}

/** Renders a page or handles a form with the visitor's cookies. The response is never cached. */
async function servePrivatePage(
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  { app, config, render }: Pages,
): Promise<FastifyReply | Response> {
  const { api, setCookies, retryAfterOf } = inProcessApi(app, request, { personal: true });
  const notice = noticeOf(request.headers.cookie);
  const { context, html } = await contextOf(config, url, api, requestTranslator(request), notice);
  const response = await render(webRequest(request, url), context);
  if (response.status === 405) throw new AppError('not_found', 'the page has no form');

  const thirdParties = thirdPartiesOf(config, url.pathname);
  const rendered = html();
  const page = rendered && postProcessPage(rendered, thirdParties);
  const showsNotice = page !== null && notice !== null;
  if (showsNotice) setCookies.push(clearNoticeCookie(url.protocol));
  for (const cookie of setCookies) reply.header('set-cookie', cookie);
  respondAs(reply, response, retryAfterOf);
  markPrivate(reply, url.pathname);
  if (page === null) return reply.send(response);
  if (thirdParties) reply.header('cross-origin-embedder-policy', THIRD_PARTY_EMBEDDER_POLICY);
  return reply.type(HTML).header('content-security-policy', page.policy).send(page.html);
}

/** Sends 503 with Retry-After in place of 500 if an API call of the page failed with 503. */
function respondAs(
  reply: FastifyReply,
  { status }: Response,
  retryAfterOf: InProcessApi['retryAfterOf'],
): FastifyReply {
  const finalStatus = status === 500 && retryAfterOf(503) !== undefined ? 503 : status;
  const wait = retryAfterOf(finalStatus);
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply.code(finalStatus);
}

/** Returns the origins of the card fields for pages that take payments, whose policy must allow them. */
function thirdPartiesOf({ payments }: Config, path: string): ThirdParties | undefined {
  const takesCards = [paths.payment, paths.payOrder, paths.holdCard].some((page) => matchPath(page, path));
  return payments.stripe && takesCards ? CARD_FIELD_ORIGINS : undefined;
}

/** Marks a private response `no-store`, and sends `no-referrer` if its URL contains a secret token. */
function markPrivate(reply: FastifyReply, path: string): void {
  reply.header('cache-control', 'no-store');
  if (hasSecretAddress(path)) reply.header('referrer-policy', 'no-referrer');
}

type Rendering = {
  context: RouterContextProvider;
  /** The page once it is rendered; null if the response is none. */
  html(): Buffer | null;
};

async function contextOf(
  config: Config,
  url: URL,
  api: ApiClient,
  t: Translator,
  notice: string | null,
): Promise<Rendering> {
  const site = {
    origin: url.origin,
    locales: LOCALES,
    chatNumber: config.chatNumber,
    historyReportUrl: config.historyReportUrl,
    minPasswordLength: minPasswordLength(config.passwordPolicy),
    operator: await operatorOf(api),
  };
  const nonce = url.pathname.endsWith('.data') ? '' : OWN_SCRIPT;
  const context = new RouterContextProvider();
  let rendered: Buffer | null = null;
  const takeHtml = (chunks: Uint8Array[]) => {
    rendered = Buffer.concat(chunks);
  };
  context.set(pageContext, { api, t, nonce, site, notice, takeHtml });
  return { context, html: () => rendered };
}

/** Pages do not fail without it, because most of them need nothing else from the database. */
function operatorOf(api: ApiClient): Promise<OperatorDetails | null> {
  return api.call(operatorCalls.read).catch(() => null);
}

/** Sends a kept page, or 304 if the browser has the same version. */
async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptPage): Promise<FastifyReply> {
  const { page } = kept;
  pageHeaders(reply, page);
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(page.html);
  return reply.header('content-encoding', encoding).send(await kept.in(encoding));
}

/**
 * Browsers ask each time. Proxies may keep a page for two seconds, and show an old one while the site is down. Only
 * proxies that know the second header may show an old page while they fetch the new one: a browser that did so would
 * show visitors a page from before their own change.
 */
const CACHE_HEADERS = {
  'cache-control': 'public, max-age=0, s-maxage=2, stale-if-error=600',
  'cdn-cache-control': 'max-age=2, stale-while-revalidate=30, stale-if-error=600',
};

function pageHeaders(reply: FastifyReply, { policy, etag }: ProcessedPage): FastifyReply {
  return reply.type(HTML).headers({
    'content-security-policy': policy,
    ...CACHE_HEADERS,
    etag: `W/${etag}`,
    vary: 'accept-encoding',
  });
}

/**
 * Builds the request for React Router. HEAD is rendered like GET; Fastify drops the body. The Origin header is removed
 * because rejectCrossSiteWrites has already checked where a form comes from, more thoroughly than React Router would.
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
