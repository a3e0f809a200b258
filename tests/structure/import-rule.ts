import type { Import } from './module-graph.ts';

/** Each feature sees only those before it. */
export const FEATURES = [
  'accounts',
  'media',
  'content',
  'contact',
  'listings',
  'search',
  'payments',
  'bookings',
  'reviews',
  'reports',
  'admin',
];

type Rule = { why: string; from: RegExp; except?: RegExp; to: RegExp; allowed?: RegExp; typesToo: boolean };

/** The import rule of ARCHITECTURE.md. A rule speaks of imports `from` (not `except`) `to` (not `allowed`). */
export const RULES: Rule[] = [
  {
    why: 'only scripts, benches and tests start the server',
    from: /^src\/(?!server\/)/,
    to: /^src\/server\//,
    typesToo: true,
  },
  {
    why: 'ui and platform know no product nouns',
    from: /^src\/(ui|platform)\//,
    to: /^src\/(features|pages|server)\//,
    typesToo: true,
  },
  {
    why: 'the design system needs only words and the scale of charts',
    from: /^src\/ui\//,
    to: /^src\/platform\//,
    allowed: /^src\/platform\/(words|pages|charts)\//,
    typesToo: true,
  },
  {
    why: 'features do not know pages',
    from: /^src\/features\//,
    to: /^src\/pages\//,
    allowed: /^src\/pages\/paths\.ts$/,
    typesToo: true,
  },
  {
    why: 'a page composes features, never another page',
    from: /^src\/pages\/(?!layouts\/)/,
    to: /^src\/pages\//,
    allowed: /^src\/pages\/(paths\.ts|layouts\/)/,
    typesToo: true,
  },
  {
    why: 'pages and components reach data through the API alone',
    from: /^src\/(pages\/|features\/[^/]+\/components\/|ui\/)/,
    to: /^src\/features\/[^/]+\/server\/|\.server\.ts$/,
    typesToo: true,
  },
  {
    why: 'zod stays on the server',
    from: /^src\/(pages\/|features\/[^/]+\/components\/|ui\/)/,
    to: /-contract\.ts$|^zod$/,
    typesToo: false,
  },
  {
    why: 'rules know neither React nor SQL nor HTTP',
    from: /^src\/features\/[^/]+\/[^/]+\.ts$/,
    except: /-contract\.ts$|use-[^/]+\.ts$/,
    to: /^src\/(features\/[^/]+\/(server|components)\/|platform\/(database|http)\/)|^(pg|fastify|react)$/,
    typesToo: false,
  },
  {
    why: 'a store calls no use case',
    from: /-store\.server\.ts$/,
    to: /^src\/features\/[^/]+\/server\/(?!.*\.server\.ts$)/,
    typesToo: true,
  },
  {
    why: 'an endpoint calls a use case, not a store',
    from: /-endpoints\.ts$/,
    to: /-store\.server\.ts$/,
    typesToo: true,
  },
];

/** What an import breaks, as a sentence; null when it is fine. */
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
  const [own, other] = [featureOf(from), featureOf(to)];
  if (own === null || other === null || own === other) return null;
  if (FEATURES.indexOf(other) > FEATURES.indexOf(own)) return `${from} imports ${to}: ${other} comes after ${own}`;
  return /-store\.server\.ts$/.test(to) ? `${from} imports ${to}: a feature's SQL is its own` : null;
}

function featureOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}
