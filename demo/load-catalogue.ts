import type pg from 'pg';
import { catalogue } from '#content/catalogue/catalogue.ts';
import { nameKey } from '#features/listings/name-key.ts';
import { putVehicles } from '#features/listings/server/vehicle-store.server.ts';

/** Brings the makes and models of content/catalogue into the database, so that search and import know them. */
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
