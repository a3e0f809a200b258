import {
  FIELD_NAMES,
  type FieldName,
  type FieldsWith,
  fieldOf,
} from '#features/catalog/listings/model/listing-fields.ts';
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
  'currency',
  'mileageUnit',
  'stockNumber',
  'dimensions',
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
    reg_year baujahr 年份 年款 出厂年份 生产年份 上牌年份`,
  price: `price selling_price sale_price asking_price unit_price fob_price price_fob fob export_price price_per_day daily_rate preis
    verkaufspreis 价格 售价 报价 单价 批发价 批发价格 同行价 销售价格 出口价 出口价格 日租金`,
  mileage: 'mileage odometer odometer_reading laufleistung kilometerstand 里程 里程数 行驶里程 表显里程',
  currency: 'currency currency_code price_currency ccy währung 币种 货币 币别 devise moneda moeda валюта العملة 通貨',
  mileageUnit: 'mileage_unit odometer_unit distance_unit unit_of_mileage 里程单位',
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
  productionMonth: `production_month production_date manufacture_date manufacturing_date date_of_manufacture build_date built_on
    month_of_production produktionsdatum 出厂日期 出厂时间 生产日期 制造日期 出厂年月 生产年月`,
  firstRegistrationMonth: `first_registration first_registration_date first_registration_month date_of_first_registration
    registration_date reg_date erstzulassung 上牌时间 上牌日期 上牌年月 首次上牌 首次上牌时间 首次上牌日期 初次登记日期 初登日期 注册日期`,
  firstRegistrationCountry: `first_registration_country country_of_first_registration registration_country 首次上牌国家 首次注册国家
    注册国家 上牌国家`,
  powerKw: `power power_output max_power maximum_power motor_power engine_power leistung 功率 最大功率 总功率 电机功率 电机总功率
    发动机功率`,
  dimensions: `dimensions size body_size vehicle_size vehicle_dimensions overall_dimensions lwh lxwxh length_width_height dimensions_lwh
    dimensions_lxwxh abmessungen 长宽高 尺寸 车身尺寸 外形尺寸 外廓尺寸 整车尺寸`,
  lengthMm: 'length vehicle_length overall_length länge 长 长度 车长',
  widthMm: 'width vehicle_width overall_width breite 宽 宽度 车宽',
  heightMm: 'height vehicle_height overall_height höhe 高 高度 车高',
  curbWeightKg: `curb_weight kerb_weight curb_mass empty_weight unladen_weight leergewicht 整备质量 整车整备质量 整备重量 车重`,
  keys: 'keys number_of_keys no_of_keys key_count schlüssel anzahl_schlüssel 钥匙 钥匙数 钥匙数量',
  batteryKwh: `battery battery_capacity usable_battery usable_battery_capacity usable_capacity net_battery_capacity battery_size
    batteriekapazität 电池容量 可用电池容量 电池电量 电池能量 动力电池容量`,
  rangeKm: `range electric_range cltc_range wltp_range nedc_range epa_range range_cltc range_wltp range_nedc range_epa reichweite 续航 续航里程
    纯电续航 纯电续航里程 cltc续航 cltc续航里程 cltc纯电续航 cltc纯电续航里程 wltp续航 wltp续航里程 nedc续航 nedc续航里程 nedc纯电续航里程 epa续航`,
  batteryHealth: `soh battery_health battery_soh state_of_health battery_condition 电池健康度 电池soh 健康度 电池健康`,
  batteryHealthDate: `soh_date battery_health_date battery_test_date soh检测日期 电池检测日期 健康度检测日期`,
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
  kilométrage: { fact: 'mileage', unit: 'km' },
  kilometraje: { fact: 'mileage', unit: 'km' },
  quilometragem: { fact: 'mileage', unit: 'km' },
  километраж: { fact: 'mileage', unit: 'km' },
  miles: { fact: 'mileage', unit: 'mi' },
  cc: { fact: 'engine', unit: 'cc' },
  ccm: { fact: 'engine', unit: 'cc' },
};
