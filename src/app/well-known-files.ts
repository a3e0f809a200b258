import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inventorySitemaps } from '#features/catalog/browse/server/inventory-sitemap.ts';
import { countryPath } from '#features/catalog/landed-cost/model/country-slug.ts';
import { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { UNION, UNION_MEMBERS } from '#features/customs/import-rules/model/ports.ts';
import type { RuleBook } from '#features/customs/import-rules/model/rows/rule-book.ts';
import { ORIGIN_COUNTRY } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import type { ArticleLibrary } from '#features/site/content/server/read-content.ts';
import { AppError } from '#lib/app-error.ts';
import {
  fixedSitemap,
  type SitemapEntry,
  type SitemapSource,
  writeSitemap,
  writeSitemapIndex,
} from '#lib/pages/sitemap.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { countClient } from '#lib/server/http/rate-limit.ts';
import { paths, privatePages } from '#paths.ts';
import { requestUrl } from './request-url.ts';

/** Limit of sitemaps.org for one file. */
const MAX_URLS = 50_000;
const INDEX = '/sitemap.xml';
const XML = 'application/xml; charset=utf-8';
const CACHE_ONE_HOUR = 'public, max-age=3600';
const INDEX_MAX_AGE_MS = 10 * 60 * 1000;
/** One part costs as much as several hundred pages. */
const LIMIT = { uses: 300, inSeconds: 600 };

type Deps = {
  config: Config;
  pool: pg.Pool;
  /** Reads the cars and landing pages that are listed. */
  reads: Queryable;
  articles(): Promise<ArticleLibrary>;
  /** The countries whose import rules are known. */
  countries(): Promise<string[]>;
  maxUrls?: number;
};

/** Returns the countries with import rules or charges, directly or through their union, without China. */
export function countriesWithRules({ rules, charges }: Pick<RuleBook, 'rules' | 'charges'>): string[] {
  const known = [...rules, ...charges].map(({ country }) => country);
  const members = known.includes(UNION) ? UNION_MEMBERS : [];
  return [...new Set([...known, ...members])].filter((country) => country !== ORIGIN_COUNTRY);
}

/** Serves /robots.txt, /sitemap.xml and the sitemap files that it lists. */
export function registerSitemaps(app: FastifyInstance, deps: Deps): void {
  const { config, pool, reads, articles, countries, maxUrls = MAX_URLS } = deps;
  const sources = [
    fixedSitemap('pages', async () => [...fixedPages(await articles()), ...importPages(await countries())]),
    ...inventorySitemaps(reads, new VehicleCatalog(pool)),
  ];
  const sizeOf = (source: SitemapSource) => Math.max(1, Math.floor(maxUrls / source.urlsPerId));
  const parts = cachedFor(INDEX_MAX_AGE_MS, () => findParts(sources, sizeOf));

  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHE_ONE_HOUR)
      .send(robots(requestUrl(config, request).origin)),
  );
  app.get(INDEX, async (request, reply) => {
    const index = writeSitemapIndex(requestUrl(config, request).origin, await parts());
    return reply.type(XML).header('cache-control', CACHE_ONE_HOUR).send(index);
  });
  app.get('/sitemaps/:part', async (request, reply) => {
    const { part = '' } = request.params as { part?: string };
    const [, name, number] = /^([a-z]+)-(0|[1-9]\d{0,8})\.xml$/.exec(part) ?? [];
    const source = sources.find((each) => each.name === name);
    if (!source) throw new AppError('not_found', 'no such sitemap');
    await countClient(pool, 'sitemaps', request.ip, LIMIT);
    const from = Number(number) * sizeOf(source);
    if (from > (await source.lastId())) throw new AppError('not_found', 'no such part of a sitemap');
    const { origin } = requestUrl(config, request);
    return reply
      .type(XML)
      .header('cache-control', CACHE_ONE_HOUR)
      .send(Readable.from(writeSitemap(origin, source.entries(from, from + sizeOf(source)))));
  });
}

async function findParts(sources: SitemapSource[], sizeOf: (source: SitemapSource) => number): Promise<SitemapEntry[]> {
  const parts: SitemapEntry[] = [];
  for (const source of sources) {
    const lastId = await source.lastId();
    for (let from = 0, number = 0; from <= lastId; from += sizeOf(source), number++) {
      const found = await source.holds(from, from + sizeOf(source));
      if (found) parts.push({ path: `/sitemaps/${source.name}-${number}.xml`, ...found });
    }
  }
  return parts;
}

/** Caches the result of `load` for `ms`. Concurrent callers share one load. Failures are not cached. */
function cachedFor<Result>(ms: number, load: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | null = null;
  let expiresAt = 0;
  return () => {
    if (cached && performance.now() < expiresAt) return cached;
    expiresAt = performance.now() + ms;
    cached = load().catch((error) => {
      expiresAt = 0;
      throw error;
    });
    return cached;
  };
}

function fixedPages({ guide, posts }: ArticleLibrary): SitemapEntry[] {
  return [
    { path: paths.home },
    { path: paths.explore },
    { path: `${paths.explore}?mode=rent` },
    { path: paths.about },
    { path: paths.promise },
    { path: paths.contact },
    { path: paths.blogs, changedAt: guide.date },
    ...posts.map(({ slug, date }) => ({ path: paths.blogPost.replace(':slug', slug), changedAt: date })),
  ];
}

function importPages(countries: string[]): SitemapEntry[] {
  return [{ path: paths.importGuide }, ...countries.map((country) => ({ path: countryPath(country) }))];
}

/** Allows pictures, for previews of shared links; disallows the rest of the API and the private pages. */
function robots(origin: string): string {
  const disallowed = privatePages.map((page) => page.replace(/:.*$/, ''));
  return [
    'User-agent: *',
    'Allow: /api/media/',
    ...['/api/', ...disallowed].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}${INDEX}`,
    '',
  ].join('\n');
}

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Serves /.well-known/security.txt (RFC 9116), which tells researchers where to report a vulnerability. */
export function registerSecurityText(app: FastifyInstance, config: Config, now: () => Date): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS);
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400');
    return [
      `Contact: mailto:${config.securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteAddress(config)}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
}

/** Redirects password managers to the page for changing a password (W3C, "A Well-Known URL for Changing Passwords"). */
export function registerChangePassword(app: FastifyInstance): void {
  app.get('/.well-known/change-password', { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(paths.changePassword, 303),
  );
}
