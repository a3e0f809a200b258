import { SPOKEN } from '#content/catalog/names/spoken/all.ts';
import type { SpokenNames } from '#content/catalog/names/spoken/spoken.ts';

type Named = { name: string; aliases: readonly string[] };

/** Adds to the aliases of makes and models their names in other languages, for reading what sellers write. */
export function spokenNames<Make extends Named & { id: number }, Model extends Named & { makeId: number }>(
  makes: readonly Make[],
  models: readonly Model[],
): { makes: Make[]; models: Model[] } {
  const nameOf = new Map(makes.map(({ id, name }) => [id, name]));
  const spoken = (names: (language: SpokenNames) => string | undefined) =>
    SPOKEN.flatMap((language) => names(language)?.split(',') ?? []).map((name) => name.trim());
  return {
    makes: makes.map((make) => ({ ...make, aliases: [...make.aliases, ...spoken(({ makes: of }) => of[make.name])] })),
    models: models.map((model) => {
      const make = nameOf.get(model.makeId) ?? '';
      return { ...model, aliases: [...model.aliases, ...spoken(({ models: of }) => of?.[make]?.[model.name])] };
    }),
  };
}
