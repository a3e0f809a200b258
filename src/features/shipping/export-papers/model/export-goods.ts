/** Countries where cars are made (ISO 3166 alpha-2). China comes first, because most of our cars are made there. */
export const ORIGINS =
  'CN JP KR DE US GB FR IT ES SE CZ SK HU PL RO PT AT BE NL TR MX CA BR AR ZA MA TH VN ID MY IN TW UZ RU AU'.split(' ');

/** Facts about a car on export papers that its listing does not have. Null if unknown. */
export type ExportGoods = {
  /** Harmonized System code, 6 to 10 digits. */
  hsCode: string | null;
  engineNumber: string | null;
  /** Country where the car was made (ISO 3166 alpha-2). */
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
type GoodsFact = (typeof GOODS_FACTS)[number];

/** Returns the facts about a car that export papers lack. An electric car needs no engine number. */
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
