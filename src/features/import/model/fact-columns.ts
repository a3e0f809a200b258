import { FIELD_NAMES, type FieldName, type FieldsWith, fieldOf } from '#features/listings/model/listing-fields.ts';
import { CHOICE_HEADERS } from './vehicle-words.ts';

export type ImportedField = Exclude<FieldName, FieldsWith<{ imported: false }>>;
export const IMPORTED_FIELDS = FIELD_NAMES.filter((name): name is ImportedField => fieldOf(name).imported !== false);

/** Facts that a spreadsheet column can contain. */
export const FACT_NAMES = [
  'make',
  'model',
  'trim',
  'year',
  'price',
  'mileage',
  'stockNumber',
  ...IMPORTED_FIELDS,
] as const;
export type FactName = (typeof FACT_NAMES)[number];

export const REQUIRED_FACTS = ['make', 'model', 'year', 'price'] as const satisfies FactName[];

/** Column names in dealers' spreadsheets: English, German and Chinese. Compared by nameKey. */
export const HEADER_WORDS: Record<FactName, string> = {
  make: 'make brand manufacturer marque car_make car_brand vehicle_make marke hersteller 品牌 厂牌 汽车品牌 车辆品牌 制造商',
  model: 'model model_name car_model vehicle_model modell 车型 车系 型号',
  trim: 'trim trim_level variant version grade derivative ausstattung 配置 款式',
  year: `year model_year build_year production_year manufacture_year year_of_manufacture year_of_registration registration_year
    reg_year first_registration baujahr erstzulassung 年份 年款 出厂年份 生产年份 上牌年份 上牌时间 首次上牌`,
  price: `price selling_price sale_price asking_price unit_price fob_price price_fob export_price price_per_day daily_rate preis
    verkaufspreis 价格 售价 报价 单价 销售价格 出口价 出口价格 日租金`,
  mileage: 'mileage odometer odometer_reading laufleistung kilometerstand 里程 里程数 行驶里程 表显里程',
  ...CHOICE_HEADERS,
  engine: 'engine engine_size engine_capacity engine_volume displacement hubraum 排量 发动机排量',
  seatingCapacity: 'seats seating_capacity number_of_seats no_of_seats sitze sitzplätze 座位 座位数 座位数量',
  doors: 'doors number_of_doors no_of_doors door_count türen anzahl_türen 车门 车门数 车门数量 门数',
  exteriorColor:
    'color colour exterior_color exterior_colour body_color body_colour farbe außenfarbe 颜色 车身颜色 外观颜色',
  interiorColor: 'interior_color interior_colour innenfarbe 内饰颜色 内饰',
  location: 'location city standort 所在地 车辆所在地 城市 地点',
  vin: `vin vin_number vin_no vin_code chassis chassis_no chassis_number fin fahrgestellnummer 车架号 车架号码 车辆识别代号
    车辆识别码 车辆识别代码`,
  stockNumber: `stock stock_no stock_number stock_nr stock_id inventory_number reference ref ref_no reference_no reference_number
    lagernummer 库存号 库存编号 编号 车辆编号 车源编号`,
  owners: 'owners previous_owners no_of_owners number_of_owners vorbesitzer anzahl_vorbesitzer 车主数',
  description: 'description beschreibung 描述 车辆描述 车况描述',
};

/** Headers that only name a unit. */
export const UNIT_HEADERS: Record<string, { fact: FactName; unit: string }> = {
  kilometer: { fact: 'mileage', unit: 'km' },
  kilometers: { fact: 'mileage', unit: 'km' },
  kilometre: { fact: 'mileage', unit: 'km' },
  kilometres: { fact: 'mileage', unit: 'km' },
  kilometerstand: { fact: 'mileage', unit: 'km' },
  kmstand: { fact: 'mileage', unit: 'km' },
  km: { fact: 'mileage', unit: 'km' },
  kms: { fact: 'mileage', unit: 'km' },
  公里数: { fact: 'mileage', unit: 'km' },
  miles: { fact: 'mileage', unit: 'mi' },
  cc: { fact: 'engine', unit: 'cc' },
  ccm: { fact: 'engine', unit: 'cc' },
};
