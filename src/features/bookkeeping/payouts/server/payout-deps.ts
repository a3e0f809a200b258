import type { DocumentDeps } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';

export type PayoutDeps = DocumentDeps & { clock: Clock };
