import type { FastifyRequest } from 'fastify';
import { paths } from '#paths.ts';

const firstPart = (path: string) => path.split('/', 2)[1] ?? '';

/** The patterns of the pages, by the first part of their path. */
const pages = Map.groupBy(
  Object.values(paths).map((pattern) => ({
    pattern,
    matches: new RegExp(`^${pattern.replace(/:[a-zA-Z]+/g, '[^/]+')}$`),
  })),
  ({ pattern }) => firstPart(pattern),
);

/** React Router asks for the data of a page at these addresses. */
const DATA = /\.data$/;
const HOME_DATA = /^\/_(root)?\.data$/;

/** The pattern of a request's route, never its address, which may contain names, ids and secret tokens. */
export function routeOf({ url: address, routeOptions: { url } }: FastifyRequest): string {
  return url === '/*' ? pagePattern(address.split('?', 1)[0] ?? '') : (url ?? 'none');
}

/** The pattern of a page, or `page` if there is none at the path. */
export function pagePattern(path: string): string {
  const page = path.replace(HOME_DATA, '/').replace(DATA, '');
  return pages.get(firstPart(page))?.find(({ matches }) => matches.test(page))?.pattern ?? 'page';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Node takes some thirty methods; those that no route has share one name. */
export const methodOf = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : 'other');
