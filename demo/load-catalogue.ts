import type pg from 'pg';
import { catalogue } from '#content/catalogue/catalogue.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import { putVehicles } from '#features/vehicles/server/vehicle-store.ts';

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
