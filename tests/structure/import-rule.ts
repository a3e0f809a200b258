import type { Import } from './module-graph.ts';

/** The areas of src/features in dependency order: an area imports only areas before it. */
export const AREAS = [
  'people',
  'site',
  'customs',
  'catalog',
  'conversations',
  'payments',
  'orders',
  'shipping',
  'bookkeeping',
  'aftersales',
  'office',
];

type Rule = { why: string; from: RegExp; except?: RegExp; to: RegExp; allowed?: RegExp; typesToo: boolean };

const SERVER = /^src\/(app\/|lib\/server\/|features\/[^/]+\/([^/]+\/(admin\/)?)?server\/)/;
const BROWSER =
  /^src\/(routes\/|ui\/|lib\/(?!server\/)|features\/[^/]+\/([a-z]+-calls\.ts|[^/]+\/(model|client|components|admin\/(?!server\/))))/;

/** The import rules of ARCHITECTURE.md. A rule covers imports `from` (not `except`) `to` (not `allowed`). */
export const RULES: Rule[] = [
  {
    why: 'only scripts, benches and tests start the app',
    from: /^src\/(?!app\/)/,
    to: /^src\/app\//,
    typesToo: true,
  },
  {
    why: 'ui and lib import nothing above them',
    from: /^src\/(ui|lib)\//,
    to: /^src\/(features|routes|app)\//,
    typesToo: true,
  },
  {
    why: 'lib does not import ui',
    from: /^src\/lib\//,
    to: /^src\/ui\//,
    typesToo: true,
  },
  {
    why: 'features do not import routes',
    from: /^src\/features\//,
    to: /^src\/routes\//,
    typesToo: true,
  },
  {
    why: 'a route composes features and layouts, never another route',
    from: /^src\/routes\/(?!layouts\/)/,
    to: /^src\/routes\//,
    allowed: /^src\/routes\/layouts\//,
    typesToo: true,
  },
  {
    why: 'browser code reaches data through the API only',
    from: BROWSER,
    to: SERVER,
    typesToo: true,
  },
  {
    why: 'zod contracts stay on the server; the browser imports their types',
    from: /^src\/(routes\/|ui\/|features\/[^/]+\/[^/]+\/(components|client|admin\/(?!server\/)))/,
    to: /-contract\.ts$|^zod$/,
    typesToo: false,
  },
  {
    why: 'rules know neither React nor SQL nor HTTP',
    from: /^src\/features\/[^/]+\/[^/]+\/model\//,
    to: /^src\/features\/[^/]+\/[^/]+\/(client|components|admin)\/|^(pg|fastify|react)$/,
    typesToo: true,
  },
  {
    why: 'a store calls no use case',
    from: /server\/(.+\/)?[^/]+-store\.ts$/,
    to: /^src\/features\/[^/]+\/[^/]+\/(admin\/)?server\/(?!(.+\/)?[^/]+-(store|sql|rows)\.ts$)/,
    typesToo: true,
  },
  {
    why: 'an endpoint calls a use case, not a store',
    from: /-endpoints\.ts$/,
    to: /server\/(.+\/)?[^/]+-store\.ts$/,
    typesToo: true,
  },
];

/** Describes the rule that an import violates, or returns null. */
export function broken({ from, to, typeOnly }: Import): string | null {
  const rule = RULES.find(
    (candidate) =>
      (candidate.typesToo || !typeOnly) &&
      candidate.from.test(from) &&
      !candidate.except?.test(from) &&
      candidate.to.test(to) &&
      !candidate.allowed?.test(to),
  );
  if (rule) return `${from} imports ${to}: ${rule.why}`;
  const [own, other] = [placeOf(from), placeOf(to)];
  if (own === null || other === null || own.area === other.area) return null;
  if (AREAS.indexOf(other.area) > AREAS.indexOf(own.area))
    return `${from} imports ${to}: the area ${other.area} comes after ${own.area}. Move what ${own.area} needs into an earlier area, or let its caller pass it in.`;
  const api = `src/features/${other.area}/server/api.ts`;
  return /\/server\//.test(to) && to !== api
    ? `${from} imports ${to}: of another area's server only ${api} may be imported. Export what is needed there.`
    : null;
}

/** The folder of the noun that a path belongs to; null for the files of a whole area. */
export const nounOf = (path: string) => placeOf(path)?.noun ?? null;

function placeOf(path: string): { area: string; noun: string | null } | null {
  const [, area, noun] = /^src\/features\/([^/]+)\/(?:(?!server\/)([^/]+)\/)?/.exec(path) ?? [];
  return area === undefined ? null : { area, noun: noun === undefined ? null : `src/features/${area}/${noun}` };
}
