import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';

export type ShipmentDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string };
