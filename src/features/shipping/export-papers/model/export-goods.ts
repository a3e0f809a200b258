/** Countries in which cars are made. ISO 3166, two letters; China first, because most cars here are from there. */
export const ORIGINS =
  'CN JP KR DE US GB FR IT ES SE CZ SK HU PL RO PT AT BE NL TR MX CA BR AR ZA MA TH VN ID MY IN TW UZ RU AU'.split(' ');

/** What the papers of an export say of a car beyond its listing. Null: not known. */
export type ExportGoods = {
  /** Of the Harmonized System, 6 to 10 digits. */
  hsCode: string | null;
  engineNumber: string | null;
  /** The country in which the car was made. ISO 3166, two letters. */
  origin: string | null;
  weightKg: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
};

export const UNKNOWN_GOODS: ExportGoods = {
  hsCode: null,
  engineNumber: null,
  origin: null,
  weightKg: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
};

export const GOODS_FACTS = ['vin', 'hs_code', 'engine_number', 'origin', 'weight', 'size', 'loading_port'] as const;
export type GoodsFact = (typeof GOODS_FACTS)[number];

/** Names the facts that export papers lack of a car. A car without an engine has no engine number. */
export function missingFacts(
  goods: ExportGoods,
  car: { vin: string | null; isElectric: boolean; loadingPort: string | null },
): GoodsFact[] {
  const isKnown: Record<GoodsFact, boolean> = {
    vin: car.vin !== null,
    hs_code: goods.hsCode !== null,
    engine_number: goods.engineNumber !== null || car.isElectric,
    origin: goods.origin !== null,
    weight: goods.weightKg !== null,
    size: goods.lengthMm !== null,
    loading_port: car.loadingPort !== null,
  };
  return GOODS_FACTS.filter((fact) => !isKnown[fact]);
}
