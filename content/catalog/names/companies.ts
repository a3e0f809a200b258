/**
 * Words of company names that stand before or after a make. Partners of joint ventures that are makes themselves, such as
 * 东风, are listed too: 东风日产 is Nissan.
 */
export const PARTNERS = words(`
  一汽 上汽 东风 广汽 北汽 北京 长安 华晨 江淮 江铃 奇瑞 吉利 长城 海马 东南 昌河 哈飞 福建 郑州 四川 天津 重庆 广州 上海 安徽 湖南 江西 南京 通用 悦达
  神龙 克莱斯勒 金康 小康 华为 鸿蒙 鸿蒙智行 智行 阿尔特 戴姆勒 合众 中国 新能源 腾势
  faw saic dongfeng dfm gac baic bjev beijing changan chana brilliance jac jmc chery geely zhejiang greatwall gwm haima shanghai guangzhou
  guangqi fujian zhengzhou tianjin chongqing yueda gm generalmotors general huawei harmony hima daimler psa tongyong guangdong`);

/** Words that say where a car or a company comes from or what kind of company it is, and nothing about the make. */
export const COMPANY_WORDS = words(`
  汽车 汽車 股份 集团 有限公司 有限 责任 公司 工业 控股 销售 制造 乘用车 商用车 轿车 进口 原装 原装进口 平行 平行进口 国产 合资 品牌 系 厂 中规 中规车
  美规 欧规 中东版 加版 美版 欧版 수입 현지 자동차 자동차그룹 自動車 株式会社 工業 импорт авто автомобили 
  auto autos automobile automobiles automotive motor motors cars car company co corp corporation ltd limited inc group holding holdings llc plc
  ag gmbh sa spa se kg imported import imports parallel jv passenger vehicle vehicles international china brand`);

/** Companies and alliances with several makes, none named after them. The model identifies the make. */
export const ALLIANCES: Record<string, readonly string[]> = {
  上汽通用: ['Buick', 'Chevrolet', 'Cadillac'],
  'SAIC GM': ['Buick', 'Chevrolet', 'Cadillac'],
  'Shanghai GM': ['Buick', 'Chevrolet', 'Cadillac'],
  'General Motors': ['Buick', 'Chevrolet', 'Cadillac', 'GMC'],
  通用: ['Buick', 'Chevrolet', 'Cadillac', 'GMC'],
  鸿蒙智行: ['AITO', 'Luxeed', 'Stelato', 'Maextro'],
  鸿蒙: ['AITO', 'Luxeed', 'Stelato', 'Maextro'],
  HIMA: ['AITO', 'Luxeed', 'Stelato', 'Maextro'],
  华为: ['AITO', 'Luxeed', 'Stelato', 'Maextro', 'Avatr'],
  Huawei: ['AITO', 'Luxeed', 'Stelato', 'Maextro', 'Avatr'],
  捷豹路虎: ['Jaguar', 'Land Rover'],
  奇瑞捷豹路虎: ['Jaguar', 'Land Rover'],
  'Jaguar Land Rover': ['Jaguar', 'Land Rover'],
  JLR: ['Jaguar', 'Land Rover'],
  标致雪铁龙: ['Peugeot', 'Citroën', 'DS Automobiles'],
  长安标致雪铁龙: ['DS Automobiles', 'Peugeot', 'Citroën'],
  神龙: ['Peugeot', 'Citroën'],
  东风神龙: ['Peugeot', 'Citroën'],
  菲亚特克莱斯勒: ['Jeep', 'Fiat', 'Chrysler', 'Dodge'],
  广汽菲克: ['Jeep', 'Fiat'],
  'GAC FCA': ['Jeep', 'Fiat'],
  上汽: ['Roewe', 'MG', 'Maxus'],
  SAIC: ['Roewe', 'MG', 'Maxus'],
  上汽乘用车: ['Roewe', 'MG'],
  戴姆勒: ['Mercedes-Benz', 'smart'],
};

/**
 * Makes whose cars are sold under the name of another make, by that make. A model that only one of them has belongs to that
 * one: 'Great Wall' with the model 'H6' is a Haval H6.
 */
export const BRANDS_OF: Record<string, readonly string[]> = {
  GWM: ['Haval', 'Tank', 'Wey', 'Ora'],
  Geely: ['Lynk & Co', 'Geometry', 'Zeekr', 'Livan', 'Radar', 'Farizon', 'Polestar', 'smart', 'Lotus', 'Volvo'],
  Chery: ['Exeed', 'Omoda', 'Jaecoo', 'Jetour', 'iCar', 'Luxeed', 'Karry', 'Kaiyi'],
  BYD: ['Denza', 'Yangwang', 'Fangchengbao'],
  Changan: ['Deepal', 'Avatr', 'Ford', 'Mazda', 'Suzuki'],
  GAC: ['Aion', 'Hyptec', 'Toyota', 'Honda', 'Mitsubishi', 'Everus'],
  Dongfeng: [
    'Forthing',
    'DFSK',
    'Voyah',
    'MHero',
    'Venucia',
    'Nissan',
    'Honda',
    'Kia',
    'Peugeot',
    'Citroën',
    'Infiniti',
  ],
  FAW: ['Hongqi', 'Bestune', 'Toyota', 'Volkswagen', 'Audi', 'Mazda'],
  BAIC: ['Arcfox', 'Stelato', 'Borgward', 'Foton', 'Hyundai', 'Mercedes-Benz'],
  Brilliance: ['BMW', 'Jinbei'],
  JAC: ['Yiwei', 'Maextro', 'Volkswagen', 'NIO'],
  JMC: ['JMEV', 'Landwind', 'Ford'],
  Wuling: ['Baojun'],
  NIO: ['Onvo'],
  Seres: ['AITO', 'DFSK'],
  'Mercedes-Benz': ['smart'],
  BMW: ['MINI'],
  Volkswagen: ['Audi', 'Škoda', 'SEAT'],
  Toyota: ['Lexus'],
  Nissan: ['Infiniti', 'Venucia'],
  Honda: ['Acura', 'Everus'],
  Hyundai: ['Genesis', 'Kia'],
};

/** Series that a badge names, by make: a 320Li is a 3 Series. `$1` is the first group of the pattern. */
export const BADGES: Record<string, readonly [RegExp, string][]> = {
  BMW: [[/^([1-8])[0-9]{2}[a-z]{0,3}$/i, '$1 Series']],
  'Mercedes-Benz': [[/^(A|B|C|E|G|S|V|CLA|CLS|GLA|GLB|GLC|GLE|GLS|SL|SLK|ML|GL)\s?[0-9]{2,3}[a-z]{0,2}$/i, '$1-Class']],
  Lexus: [[/^(ES|RX|NX|UX|LX|GX|IS|LS|CT|RC|GS|LM)\s?[0-9]{3}[a-z]{0,2}$/i, '$1']],
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
