import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ServerBuild } from 'react-router';
import type { z } from 'zod';
import { StatementThreads } from '#features/bookkeeping/bank-statements/server/statement-threads.ts';
import { registerCalculator } from '#features/catalog/landed-cost/server/calculator/calculator-route.ts';
import { placeOnCard } from '#features/catalog/landed-cost/server/place-on-card.ts';
import { isPublicReport, mayReadReport } from '#features/catalog/listings/server/report-access.ts';
import { registerShareCards } from '#features/catalog/listings/server/share-card-routes.ts';
import { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { ReportQueue } from '#features/office/reports/server/report-queue.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { PaymentGateway } from '#features/payments/gateways/server/payment-gateway.ts';
import { registerWebhook } from '#features/payments/payments/server/webhook-route.ts';
import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { identifyApiKeys } from '#features/people/api-keys/server/request-key.ts';
import { accountCookies, sessionGuard } from '#features/people/sessions/server/session-guard.ts';
import { readLibrary } from '#features/site/content/server/read-content.ts';
import { registerKeyList } from '#features/site/issued-documents/server/key-list-route.ts';
import { registerMedia } from '#features/site/media/server/media-routes.ts';
import { readOperator } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Clock, systemClock } from '#lib/clock.ts';
import type { HeldCopy } from '#lib/server/backup/restore/held-copy.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import type { GuardedPool } from '#lib/server/database/guarded-pool.ts';
import { PipelinedReads } from '#lib/server/database/pipelined-reads.ts';
import type { ReadCounts } from '#lib/server/database/replica/replica-reads.ts';
import type { Replica } from '#lib/server/database/replica/watch-replica.ts';
import { limitBodyDuration } from '#lib/server/http/body-timeout.ts';
import type { CompressedBody } from '#lib/server/http/cache/compressed-body.ts';
import { type CacheState, VersionedCache } from '#lib/server/http/cache/versioned-cache.ts';
import { withError } from '#lib/server/http/call-endpoint.ts';
import { followOwnWrites } from '#lib/server/http/own-writes.ts';
import { ReadBudget } from '#lib/server/http/read-budget.ts';
import { registerEndpoints } from '#lib/server/http/register-endpoints.ts';
import { serializeByResponseSchema, validateWithZod } from '#lib/server/http/schema-compilers.ts';
import {
  DATA_POLICY,
  fileHeaders,
  securityHeaders,
  TRANSPORT_SECURITY,
  WORKER_POLICY,
} from '#lib/server/http/security-headers.ts';
import { Background, type InBackground } from '#lib/server/jobs/background.ts';
import { openSecretBox } from '#lib/server/secrets/secret-box.ts';
import { currentTracing } from '#lib/server/tracing/tracing.ts';
import { openNotifications } from './alerts/notifications.ts';
import { openSavedSearches } from './alerts/saved-searches.ts';
import { registerApiDocs } from './api/api-docs.ts';
import { allEndpoints } from './api/api-routes.ts';
import { registerLiveEvents } from './api/live-events.ts';
import { openConversations } from './conversations.ts';
import type { Demo } from './demo-package.ts';
import { openDestinationUses } from './destination-uses.ts';
import { openDocuments } from './documents.ts';
import { closeUnused, rejectCrossSiteWrites, rejectEarly, rejectUnparsed } from './errors/early-refusals.ts';
import { sendError } from './errors/error-responses.ts';
import { registerHealth, type Stopping } from './health.ts';
import { openInventory } from './inventory/open-inventory.ts';
import { registerMcp } from './mcp/mcp-route.ts';
import { openMedia, uploadSpace } from './media.ts';
import { logger, logRequests, measureRequests } from './metrics/observe-requests.ts';
import { requestIds, returnRequestIds } from './metrics/request-facts.ts';
import type { Measured } from './metrics/site-metrics.ts';
import { openOrders } from './orders.ts';
import { KeptPages } from './pages/kept-pages.ts';
import { OtherBuilds, ownBuild } from './pages/other-builds.ts';
import { servePages } from './pages/serve-pages.ts';
import { openPublicReads } from './public-reads.ts';
import { escapePercent } from './request-url.ts';
import { registerPolicyReports } from './security/policy-reports.ts';
import { ownVersions } from './start/heartbeat.ts';
import { openStockImports } from './stock-imports.ts';
import { traceRequests } from './tracing/trace-requests.ts';
import {
  countriesWithRules,
  registerChangePassword,
  registerSecurityText,
  registerSitemaps,
} from './well-known-files.ts';

export type Mode = 'production' | 'development' | 'test';

type AppOptions = {
  config: Config;
  pool: pg.Pool;
  mode: Mode;
  /** React Router's server build; without it the app serves the API only. */
  pages?: ServerBuild;
  /** Starts the workers once the app is ready. Default: false. */
  jobs?: boolean;
  /** Default: off in development, so changes show immediately. */
  caching?: boolean;
  /** Draws the pictures of demo cars; null if the database has no demo cars. */
  demo?: Demo | null;
  /** Makes /api/health fail. Default: never. */
  isDatabaseLost?: () => boolean;
  /** How the data folder was restored, for a copy that must touch nothing outside; null for the real site. */
  held?: HeldCopy | null;
  /** Answers public reads; null or unset: the primary answers all. */
  replica?: Replica | null;
  /** Counts who answered public reads. */
  readCounts?: ReadCounts;
  /** Default: never stops. */
  stopping?: Stopping;
  /** Makes the metrics of the site; called once the inventory is open. */
  metrics?: (measured: Pick<Measured, 'inventoryAgeMs' | 'caches' | 'policyViolations'>) => Registry;
  /** The time for all rules. Default: the clock of this machine. */
  clock?: Clock | undefined;
  /** Replaces the configured payment provider in tests. */
  gateway?: PaymentGateway | undefined;
  /** Destination of log lines; unset: standard output, or no logging in tests. */
  logTo?: NodeJS.WritableStream;
};

const MAX_HEADERS_MS = 10_000;
/** How often Node checks connections for expired header and request timeouts. */
const TIMEOUT_CHECK_MS = 5_000;
const MAX_BODY_MS = 30_000;
const MAX_UPLOAD_MS = 120_000;
const READ_CONNECTIONS = 2;
const WARM_UP = '/api/listings/listings?include=facets';
/** How late pages may show a change by another process. The list of cars shows it immediately. */
const RECHECK_PAGES_MS = 200;
/** The start waits no longer for a silent bucket. */
const MAX_PUBLISH_MS = 5_000;
const API_CACHE = { maxBytes: 16 * 1024 * 1024, maxAgeMs: 10_000 };

/** Builds the application for a database without listening on a port, so tests can inject requests. */
export async function createApp({
  config,
  pool,
  mode,
  pages,
  jobs = false,
  caching = mode !== 'development',
  demo = null,
  isDatabaseLost = () => false,
  held = null,
  replica = null,
  readCounts = { replica: 0, primary: 0, retried: 0 },
  stopping = { isDraining: false },
  metrics,
  clock = systemClock,
  gateway,
  logTo,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: mode === 'test' && !logTo ? false : logger(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: requestIds(config.trustProxy),
    bodyLimit: 100 * 1024,
    requestTimeout: MAX_UPLOAD_MS,
    http: {
      headersTimeout: MAX_HEADERS_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      reply.headers(dataHeaders(config));
      const page = error.code === 'FST_ERR_BAD_URL' && request.method === 'GET' ? escapePercent(request.url) : null;
      if (page !== null) reply.redirect(page, 302);
      else sendError(error, request, reply);
    },
    clientErrorHandler: rejectUnparsed(dataHeaders(config)),
    return503OnClosing: false,
  });
  app.setValidatorCompiler<z.ZodType>(validateWithZod);
  app.setSerializerCompiler<z.ZodType>(serializeByResponseSchema);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendError);
  addSecurityHeaders(app, config);
  markDegraded(app, pool);
  returnRequestIds(app);
  const tracing = currentTracing();
  if (tracing) traceRequests(app, tracing);
  logRequests(app);
  rejectEarly(app);
  closeUnused(app);
  rejectCrossSiteWrites(app, config);
  limitBodyDuration(app, MAX_BODY_MS);
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });

  const reads = new PipelinedReads(pool, READ_CONNECTIONS);
  await reads.open();
  app.addHook('onClose', () => reads.close());
  const rules = new RuleBookCache(reads);
  const catalog = new VehicleCatalog(reads);
  let versionChangedAt = () => Number.POSITIVE_INFINITY;
  const publicReads = openPublicReads(
    app,
    { pool, reads, replica, counts: readCounts, versionChangedAt: () => versionChangedAt() },
    READ_CONNECTIONS,
  );
  const { inventory, version, isFilled, close } = await openInventory({
    config,
    pool,
    lists: publicReads.lists,
    clock,
    rules,
    catalog,
    alwaysLook: mode === 'test',
    jobs,
    onError: (error) => app.log.error({ err: error }, 'the inventory index failed'),
  });
  app.addHook('onClose', close);
  versionChangedAt = version.changedAt;
  const inventoryAgeMs = () => (isFilled() ? version.ageMs() : null);
  const caches = new Map<string, { state(): CacheState }>();
  const policyViolations = registerPolicyReports(app);
  if (metrics) measureRequests(app, metrics({ inventoryAgeMs, caches, policyViolations }));
  registerHealth(app, { pool, isDatabaseLost, inventoryAgeMs, isHeld: held !== null, stopping });
  // Loads makes and models at startup, so filters work even if the database fails before the first visitor.
  app.addHook('onListen', async () => void app.inject({ url: WARM_UP }));
  expireAfterWrites(app, [version, rules]);
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const cookies = accountCookies(secure);
  if (replica) followOwnWrites(app, secure);
  const background = new Background((error) => app.log.error({ err: error }, 'background task failed'));
  const inBackground: InBackground = (work, need) => background.run(work, need);
  app.addHook('onClose', () => background.settled());
  const media = await openMedia(app, { config, pool, demo, inBackground, jobs: jobs && !held });
  const documents = openDocuments(app, { config, pool, jobs: jobs && !held });
  const orders = await openOrders(app, {
    config,
    pool,
    clock,
    rules,
    gateway,
    documents,
    jobs: jobs && !held,
    isHeld: held !== null,
  });
  const notifications = openNotifications(app, { config, pool, clock, jobs: jobs && !held });
  const searches = openSavedSearches(app, { config, pool, clock, inventory, catalog, rules, jobs: jobs && !held });
  const library = await readLibrary();
  await registerApiDocs(app, config);
  const reportQueue = new ReportQueue(pool.options.connectionString ?? '', clock);
  app.addHook('onClose', () => reportQueue.close());
  const threads = openConversations(
    app,
    { pool, clock, media, siteOrigin: siteAddress(config), office: config.contactEmail, numberOf: orderNumber },
    { jobs: jobs && !held },
  );
  const stockImports = openStockImports(app, { pool, clock, jobs: jobs && !held });
  const statementThreads = new StatementThreads();
  app.addHook('onClose', () => statementThreads.close());
  const guard = sessionGuard(pool, cookies);
  registerLiveEvents(app, { pool, guard, jobs: jobs && !held });
  const cache = caching
    ? new VersionedCache<CompressedBody>(version, { ...API_CACHE, sizeOf: (body) => 2 * body.plain.length })
    : null;
  if (cache) caches.set('answers', cache);
  const readBudget =
    config.readsPerMinute > 0
      ? new ReadBudget(config.readsPerMinute, undefined, undefined, config.keyReadsPerMinute)
      : null;
  identifyApiKeys(app, { pool, readBudget });
  registerEndpoints(app, {
    endpoints: allEndpoints({
      pool,
      reads,
      publicReads,
      inventory,
      rules,
      uses: openDestinationUses(app, { pool, clock, jobs: jobs && !held }),
      catalog,
      clock,
      cookies,
      articles: async () => library,
      contact: { transport: config.contactTransport, email: config.contactEmail },
      media,
      orders,
      notifications,
      searches,
      publishableKey: config.payments.stripe?.publishableKey ?? null,
      reportQueue,
      stockImports,
      threads,
      statementThreads,
      unconfirmedMayTrade: config.unconfirmedMayTrade,
      keyReadsPerMinute: readBudget ? config.keyReadsPerMinute : 0,
      system: {
        own: ownVersions(),
        filesIn: config.s3 ? 'bucket' : 'folder',
        backupsBy: config.databaseUrl !== undefined ? 'operator' : config.backup ? 'site' : 'nobody',
      },
      heldCopy: held && { restoredTo: held.restoredTo },
      isDemoStock: async () => (await demo?.offersCars(pool)) ?? false,
      inBackground,
      accounts: {
        pool,
        hasher: new PasswordHasher(config.passwordPepper),
        secrets: openSecretBox(config),
        siteOrigin: siteAddress(config),
        passwordPolicy: config.passwordPolicy,
        operatorName: async () => (await readOperator(pool)).legalName,
      },
    }),
    guard,
    mayBeAdmin: (request) => cookies.admin.read(request) !== undefined,
    db: pool,
    reads: readBudget,
    inventoryAgeMs: () => version.ageMs(),
    uploads: uploadSpace(config),
    cache,
  });
  registerMedia(app, media.renderer, media.store, {
    isPublic: (key) => isPublicReport(pool, key),
    mayRead: async (key, request) => mayReadReport(pool, key, await guard('optional-auth', request, 'cars:read')),
  });
  await registerWebhook(app, orders.payments);
  registerShareCards(app, { reads, media, placeOf: placeOnCard({ rules, clock }) });
  registerCalculator(app, { readBudget, siteOrigin: siteAddress(config) });
  registerMcp(app, { config, readBudget });
  const notFound = () => {
    throw new AppError('not_found', 'no such endpoint');
  };
  app.all('/api/*', { schema: { hide: true, response: withError({}) } }, notFound);
  app.setNotFoundHandler(notFound);
  registerKeyList(app, pool);
  registerSecurityText(app, config, () => clock.now());
  registerChangePassword(app);
  const countries = async () => countriesWithRules((await rules.book()).book);
  registerSitemaps(app, { config, pool, reads: publicReads.sitemaps, articles: async () => library, countries });
  if (pages) {
    const kept = caching ? new KeptPages(version, mode === 'test' ? 0 : RECHECK_PAGES_MS) : null;
    if (kept) caches.set('pages', kept);
    const otherBuilds = new OtherBuilds(media.store, ownBuild());
    if (mode === 'production') {
      const published = otherBuilds
        .publishOwn()
        .catch((error: unknown) =>
          app.log.error({ err: error }, 'the files of this build could not be stored for other processes'),
        );
      await Promise.race([published, wait(MAX_PUBLISH_MS, undefined, { ref: false })]);
    }
    await servePages(app, { config, mode, build: pages, kept, otherBuilds, readBudget });
  }
  return app;
}

/** Marks responses while the database is away: they come from memory or are errors. */
function markDegraded(app: FastifyInstance, pool: pg.Pool): void {
  const { awayMs } = pool as Partial<GuardedPool>;
  if (!awayMs) return;
  app.addHook('onRequest', (_request, reply, done) => {
    if (awayMs.call(pool) !== null) reply.header('x-degraded', 'database');
    done();
  });
}

/** Lets the next reader see what a request changed. */
function expireAfterWrites(app: FastifyInstance, kept: { expire(): void }[]): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') for (const each of kept) each.expire();
    done();
  });
}

const SERVICE_WORKER = '/service-worker.js';
const FILES = /^\/(assets|brands|icons|api\/media)\//;

function transportHeaders({ publicUrl }: Config): Record<string, string> {
  return publicUrl?.startsWith('https:') ? { 'strict-transport-security': TRANSPORT_SECURITY } : {};
}

function dataHeaders(config: Config): Record<string, string> {
  return { ...securityHeaders, 'content-security-policy': DATA_POLICY, ...transportHeaders(config) };
}

function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const forFiles = { ...fileHeaders, ...transportHeaders(config) };
  const forData = dataHeaders(config);
  const forWorker = { ...forData, 'content-security-policy': WORKER_POLICY };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(FILES.test(request.url) ? forFiles : request.url === SERVICE_WORKER ? forWorker : forData);
    done();
  });
}
