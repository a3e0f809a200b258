import { CHOICE_NAMES, type ChoiceName, type OptionOf } from '#features/catalog/listings/model/listing-fields.ts';
import { simplified } from '#features/catalog/vehicles/model/simplified.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import type { Reading } from './cell-values.ts';
import { ASIAN_AND_AFRICAN_COLORS, ASIAN_AND_AFRICAN_OPTIONS } from './words/asian-and-african-languages.ts';
import { MORE_COLORS, MORE_OPTIONS } from './words/more-languages.ts';

type ChoiceWords<Name extends ChoiceName> = {
  /** What warnings call the choice. */
  called: string;
  /** Names of its columns. */
  headers: string;
  /** Words for its options. Other words are rejected, not guessed. */
  options: Record<OptionOf<Name>, string>;
};

/** Words in dealers' spreadsheets: English, German and Chinese. Separated by spaces and compared by nameKey. */
const CHOICES: { [Name in ChoiceName]: ChoiceWords<Name> } = {
  carType: {
    called: 'body type',
    headers:
      'body body_type body_style car_type vehicle_type karosserie aufbau fahrzeugtyp 车身 车身类型 车身形式 车辆类型',
    options: {
      sedan: 'sedan saloon limousine 轿车 三厢 三厢车 四门轿车 stufenheck',
      suv: 'suv crossover off-roader 4x4 jeep geländewagen sport_utility_vehicle 越野 越野车 城市越野 运动型多用途车',
      hatchback: 'hatchback hatch kleinwagen supermini 两厢 两厢车 掀背车 schrägheck',
      truck:
        'truck pickup pick-up pickup_truck ute ute/tray bakkie double_cab single_cab pick-up_double_cabin pick-up_single_cabin 皮卡 货车 卡车',
      coupe: 'coupe coupé 轿跑 轿跑车 跑车 双门轿跑',
      wagon: 'wagon estate station_wagon kombi touring avant variant 旅行车 旅行版 瓦罐',
      van: 'van minivan mpv muv people_mover minibus bus kleinbus transporter kastenwagen panel_van commercial 面包车 商务车 厢式车 微面',
      convertible: 'convertible cabrio cabriolet roadster spider 敞篷 敞篷车',
    },
  },
  fuelType: {
    called: 'fuel',
    headers: 'fuel fuel_type kraftstoff kraftstoffart treibstoff 燃料 燃料类型 燃油类型 能源 能源类型',
    options: {
      petrol: 'petrol gasoline gas benzin benziner unleaded leaded premium premium_unleaded 汽油 汽油车',
      diesel: 'diesel 柴油 柴油车',
      electric:
        'electric ev bev electricity battery_electric full_electric elektro elektrisch 电动 纯电 纯电动 电 新能源纯电',
      hybrid: `hybrid hev phev mhev mild_hybrid plug-in_hybrid plugin_hybrid petrol_hybrid diesel_hybrid petrol/electric petrol_electric
        electric/petrol diesel/electric range_extender erev 混动 油电混合 油电混动 混合动力 插混 插电混动 插电混合 插电式混合动力 增程 增程式 增程式电动
        轻混 汽油+48V轻混系统`,
      cng: 'cng natural_gas compressed_natural_gas erdgas 天然气 压缩天然气',
      lpg: 'lpg autogas liquefied_petroleum_gas flüssiggas 液化气 液化石油气',
    },
  },
  transmission: {
    called: 'transmission',
    headers: 'transmission transmission_type gearbox getriebe 变速箱 变速器 变速箱类型',
    options: {
      automatic:
        'automatic automatik auto at automatic_transmission dct dual_clutch dsg tiptronic 自动 自动挡 自动档 双离合 手自一体',
      manual: 'manual manuell mt manual_transmission schaltgetriebe handschaltung stick 手动 手动挡 手动档',
      cvt: 'cvt e-cvt 无级变速 无级 CVT无级变速',
      'semi-automatic': 'semi-auto semi-automatic semi_automatic halbautomatik amt automated_manual 半自动',
    },
  },
  drive: {
    called: 'drive',
    headers:
      'drive drivetrain drive_train drive_type driven_wheels antrieb antriebsart 驱动 驱动方式 驱动形式 驱动类型',
    options: {
      front: 'front front_wheel front_wheel_drive fwd frontantrieb vorderradantrieb 前驱 前轮驱动 前置前驱',
      rear: 'rear rear_wheel rear_wheel_drive rwd heckantrieb hinterradantrieb 后驱 后轮驱动 前置后驱 后置后驱',
      all: `all all_wheel all_wheel_drive awd four_wheel_drive 4_wheel_drive 4wd 4x4 4×4 allrad allradantrieb 四驱 四轮驱动 全驱 全轮驱动
        前置四驱 后置四驱 全时四驱 适时四驱 分时四驱 双电机四驱`,
    },
  },
  steering: {
    called: 'side of the steering wheel',
    headers: `steering steering_side steering_position steering_wheel drive_side driving_side hand_drive lhd/rhd rhd/lhd lenkung lenkrad
      方向盘 方向盘位置 驾驶位 舵位 左右舵 左舵/右舵 左右驾`,
    options: {
      left: 'left left-hand left-hand_drive left_side lhd l 左 左侧 左舵 左舵车 左驾 左驾驶 links linkslenker',
      right: 'right right-hand right-hand_drive right_side rhd r 右 右侧 右舵 右舵车 右驾 右驾驶 rechts rechtslenker',
    },
  },
  emission: {
    called: 'emission standard',
    headers: `emission emissions emission_standard emission_class emission_level euro_standard euro_class emission_norm abgasnorm schadstoffklasse
      排放 排放标准 环保标准 排放等级 排放阶段`,
    options: {
      china4: 'china_4 china_iv cn4 国4 国四 国iv 国四标准',
      china5: 'china_5 china_v cn5 国5 国五 国v 国五标准',
      china6:
        'china_6 china_vi china_6a china_6b cn6 cn6a cn6b 国6 国6a 国6b 国六 国六a 国六b 国vi 国via 国vib 国六标准',
      euro3: 'euro_3 euro_iii eu3 e3 欧3 欧三 欧iii',
      euro4: 'euro_4 euro_iv eu4 e4 欧4 欧四 欧iv',
      euro5: 'euro_5 euro_v euro_5a euro_5b eu5 e5 欧5 欧五 欧v',
      euro6: 'euro_6 euro_vi euro_6b euro_6c euro_6d euro_6d-temp eu6 e6 欧6 欧六 欧vi',
      none: 'none no_standard no_emission_standard 无 无标准',
    },
  },
  displayLanguage: {
    called: 'display language',
    headers: 'display_language screen_language system_language menu_language 车机语言 系统语言 显示语言',
    options: {
      chinese: 'chinese chinese_only cn zh 中文 中文版',
      english: 'english en 英文 英语 英文版',
      several: 'several multilingual multi-language chinese/english english/chinese 中英文 中英 中英双语 多语言',
      other: 'other 其他',
    },
  },
  rangeCycle: {
    called: 'test cycle of a range',
    headers: 'range_cycle test_cycle range_standard 续航标准 续航工况 工况标准',
    options: { cltc: 'cltc cltc-p', wltp: 'wltp', nedc: 'nedc', epa: 'epa' },
  },
  batteryHealthMethod: {
    called: 'way to measure the state of health',
    headers: 'soh_method battery_health_method soh_source soh检测方式 电池检测方式',
    options: {
      maker: 'maker manufacturer dealer service_center 厂家 4s店 厂家检测 4s店检测',
      diagnostic: 'diagnostic diagnostic_tool obd scan scanner 诊断仪 obd检测 仪器检测',
      charging: 'charging full_charge charge_test capacity_test 充电测试 满充测试',
      display: 'display dashboard car_display 车机显示 仪表 仪表显示',
    },
  },
  batteryChemistry: {
    called: 'battery chemistry',
    headers: 'battery_chemistry battery_type cell_chemistry chemistry 电池类型 电池种类 电池材料',
    options: {
      lfp: 'lfp lifepo4 lithium_iron_phosphate blade blade_battery 磷酸铁锂 磷酸铁锂电池 刀片电池',
      nmc: 'nmc ncm ternary ternary_lithium nickel_manganese_cobalt 三元锂 三元锂电池 三元',
      other: 'other 其他',
    },
  },
  chargePort: {
    called: 'charge port',
    headers:
      'charge_port charging_port charge_connector charging_connector charging_standard plug 充电接口 充电口 充电接口标准 充电标准',
    options: {
      gbt: 'gb/t gbt gb-t gb 国标 国标接口 国标充电口',
      ccs1: 'ccs1 ccs_1 ccs_combo_1 美标 美标ccs',
      ccs2: 'ccs2 ccs_2 ccs_combo_2 欧标 欧标ccs 欧标ccs2',
      chademo: 'chademo 日标',
      nacs: 'nacs tesla 特斯拉',
      type1: 'type_1 j1772',
      type2: 'type_2 mennekes',
    },
  },
  batteryOwnership: {
    called: 'ownership of the battery',
    headers: 'battery_ownership battery_owned battery_lease 电池归属 电池产权 电池所有权',
    options: {
      owned: 'owned own included bought 自有 自购 买断 含电池',
      leased: 'leased lease rented baas battery_as_a_service rent 租赁 租用 租电 电池租赁',
    },
  },
  condition: {
    called: 'condition',
    headers: 'condition zustand 车况 成色',
    options: {
      Excellent: 'excellent like_new as_new sehr_gut 优 优秀 极好 准新车',
      Good: 'good very_good gut 良 良好 好',
      Fair: 'fair average befriedigend 一般 中',
    },
  },
};

/** Names of the columns of each choice. */
export const CHOICE_HEADERS = Object.fromEntries(CHOICE_NAMES.map((name) => [name, CHOICES[name].headers])) as Record<
  ChoiceName,
  string
>;

const COLORS: Record<string, string> = {
  White: '白 白色 weiß weiss',
  Black: '黑 黑色 schwarz',
  Silver: '银 银色 silber',
  Grey: '灰 灰色 grau',
  Red: '红 红色 rot',
  Blue: '蓝 蓝色 blau',
  Green: '绿 绿色 grün',
  Brown: '棕 棕色 褐色 braun',
  Gold: '金 金色',
  Beige: '米色 米黄色 香槟色',
  Yellow: '黄 黄色 gelb',
  Orange: '橙 橙色',
  Purple: '紫 紫色 violett',
};

/** Words in traditional and Japanese characters are those in simplified ones. */
const keyOf = (word: string) => nameKey(simplified(word));

function byKey<Value extends string>(words: Record<Value, string>): Map<string, Value> {
  const entries = Object.entries(words) as [Value, string][];
  return new Map(entries.flatMap(([value, list]) => list.split(/\s+/).map((word) => [keyOf(word), value] as const)));
}

const OPTION_OF_WORD = new Map(
  CHOICE_NAMES.map((name) => {
    const lists = [ASIAN_AND_AFRICAN_OPTIONS[name] ?? {}, MORE_OPTIONS[name] ?? {}, CHOICES[name].options];
    return [name, new Map(lists.flatMap((words) => [...byKey<string>(words as Record<string, string>)]))];
  }),
);
const COLOR_WORDS = new Map([...byKey(ASIAN_AND_AFRICAN_COLORS), ...byKey(MORE_COLORS), ...byKey(COLORS)]);

/** Returns the option that a word means. */
export function readWord<Name extends ChoiceName>(name: Name, cell: string): Reading<OptionOf<Name>> {
  const option = OPTION_OF_WORD.get(name)?.get(keyOf(cell)) as OptionOf<Name> | undefined;
  return option === undefined ? { problem: `not a known ${CHOICES[name].called}` } : { value: option };
}

/** Translates a known color to English. Returns other text unchanged. */
export function colorName(text: string): string {
  return COLOR_WORDS.get(keyOf(text)) ?? text;
}
