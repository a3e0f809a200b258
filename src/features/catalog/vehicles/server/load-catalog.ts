import type pg from 'pg';
import { catalog } from '#content/catalog/catalog.ts';
import { nameKey } from '../model/name-key.ts';
import { putVehicles } from './vehicle-store.ts';

/** Writes the makes and models of content/catalog to the database, where search and import find them. Idempotent. */
export async function loadCatalog(pool: pg.Pool): Promise<void> {
  const rows = catalog.flatMap((make) =>
    make.models.map((model) => ({
      makeKey: nameKey(make.name),
      make: make.name,
      makeAliases: make.aliases ?? [],
      modelKey: nameKey(model.name),
      model: model.name,
      modelAliases: model.aliases ?? [],
    })),
  );
  await putVehicles(pool, rows);
}
