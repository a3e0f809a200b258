import type pg from 'pg';
import { catalogue } from '#content/catalogue/catalogue.ts';
import { nameKey } from '../model/name-key.ts';
import { putVehicles } from './vehicle-store.ts';

/** Writes the makes and models of content/catalogue to the database, where search and import find them. Idempotent. */
export async function loadCatalogue(pool: pg.Pool): Promise<void> {
  const rows = catalogue.flatMap((make) =>
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
