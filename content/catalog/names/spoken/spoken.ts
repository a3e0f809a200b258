/** Words and phrases, separated by commas, by the make of the catalog that they name. */
export type SpokenMakes = Record<string, string>;
/** Words and phrases, separated by commas, by make and model of the catalog. */
export type SpokenModels = Record<string, Record<string, string>>;

export type SpokenNames = { makes: SpokenMakes; models?: SpokenModels };
