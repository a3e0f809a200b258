import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import { spokenNames } from './spoken-names.ts';
import { VehicleNames } from './vehicle-names.ts';

const { makes, models } = spokenNames(
  catalog.map(({ name, aliases }, id) => ({ id, name, aliases })),
  catalog.flatMap((make, makeId) =>
    make.models.map(({ name, aliases }, at) => ({ id: makeId * 1000 + at, makeId, name, aliases })),
  ),
);
const names = new VehicleNames(makes, models);

const meaning = (make: string, model: string) => {
  const found = names.resolve(make, model);
  return [found.make?.name ?? null, found.model?.name ?? null, found.trim] as const;
};

test.each([
  ['一汽丰田', '卡罗拉', 'Toyota', 'Corolla'],
  ['一汽-大众', '迈腾', 'Volkswagen', 'Magotan'],
  ['一汽大众奥迪', 'A6L', 'Audi', 'A6'],
  ['广汽本田', '雅阁', 'Honda', 'Accord'],
  ['东风日产', '轩逸', 'Nissan', 'Sylphy'],
  ['上汽大众', '帕萨特', 'Volkswagen', 'Passat'],
  ['北京奔驰', 'E级', 'Mercedes-Benz', 'E-Class'],
  ['华晨宝马', '3系', 'BMW', '3 Series'],
  ['北京现代', '伊兰特', 'Hyundai', 'Elantra'],
  ['长安福特', '福克斯', 'Ford', 'Focus'],
  ['长安马自达', '昂克赛拉', 'Mazda', '3'],
  ['上汽通用五菱', '宏光', 'Wuling', 'Hongguang'],
  ['上汽通用别克', '英朗', 'Buick', 'Excelle GT'],
  ['上汽通用', '英朗', 'Buick', 'Excelle GT'],
  ['上汽通用', '科鲁兹', 'Chevrolet', 'Cruze'],
  ['东风悦达起亚', 'K3', 'Kia', 'K3'],
  ['郑州日产', '纳瓦拉', 'Nissan', 'Navara'],
  ['东南三菱', '蓝瑟', 'Mitsubishi', 'Lancer'],
  ['奇瑞捷豹路虎', '揽胜极光', 'Land Rover', 'Range Rover Evoque'],
  ['AITO问界', 'M5', 'AITO', 'M5'],
  ['鸿蒙智行', '问界M7', 'AITO', 'M7'],
  ['鸿蒙智行', '智界S7', 'Luxeed', 'S7'],
  ['吉利汽车', '博越', 'Geely', 'Azkarra'],
  ['吉利几何', 'A', 'Geometry', 'A'],
  ['比亚迪股份', '秦PLUS DM-i', 'BYD', 'Qin Plus'],
  ['比亚迪股份有限公司', '海豹', 'BYD', 'Seal'],
  ['BYD Auto Co., Ltd.', 'Seal', 'BYD', 'Seal'],
  ['FAW Toyota', 'Corolla', 'Toyota', 'Corolla'],
  ['SAIC-GM-Wuling', 'Hongguang', 'Wuling', 'Hongguang'],
  ['Beijing Hyundai', 'Elantra', 'Hyundai', 'Elantra'],
  ['BMW Brilliance', '3 Series', 'BMW', '3 Series'],
  ['GAC Toyota Motor', 'Camry', 'Toyota', 'Camry'],
  ['Toyota (GAC)', 'Camry', 'Toyota', 'Camry'],
  ['奥迪(进口)', 'Q7', 'Audi', 'Q7'],
  ['进口大众', '途锐', 'Volkswagen', 'Touareg'],
  ['大众汽车(进口)', '途锐', 'Volkswagen', 'Touareg'],
  ['奔驰（进口）', 'S级', 'Mercedes-Benz', 'S-Class'],
])('%s with %s is %s %s', (make, model, makeName, modelName) => {
  expect(meaning(make, model).slice(0, 2)).toEqual([makeName, modelName]);
});

test.each([
  ['Great Wall', 'Haval H6', 'Haval', 'H6'],
  ['Great Wall', 'H6', 'Haval', 'H6'],
  ['长城', '坦克300', 'Tank', '300'],
  ['Geely', 'Lynk & Co 03', 'Lynk & Co', '03'],
  ['Land', 'Rover Discovery', 'Land Rover', 'Discovery'],
  ['Alfa', 'Romeo Giulia', 'Alfa Romeo', 'Giulia'],
  ['Lynk', '& Co 03', 'Lynk & Co', '03'],
  ['Li', 'Auto L7', 'Li Auto', 'L7'],
  ['Great', 'Wall Haval H6', 'Haval', 'H6'],
  ['丰田', '丰田卡罗拉', 'Toyota', 'Corolla'],
  ['大众', '大众朗逸', 'Volkswagen', 'Lavida'],
  ['大众', '上汽大众朗逸', 'Volkswagen', 'Lavida'],
  ['Toyota', 'Toyota Corolla', 'Toyota', 'Corolla'],
  ['一汽丰田', '丰田 卡罗拉', 'Toyota', 'Corolla'],
  ['丰田卡罗拉', '1.8L', 'Toyota', 'Corolla'],
  ['Changan', 'Ford Focus', 'Ford', 'Focus'],
])('finds parent, brand and model in %s and %s', (make, model, makeName, modelName) => {
  expect(meaning(make, model).slice(0, 2)).toEqual([makeName, modelName]);
});

test.each([
  ['丰田', '卡罗拉 2019款 1.2T CVT 精英版', 'Corolla', '2019款 1.2T CVT 精英版'],
  ['Toyota', 'Corolla 1.8 GLX', 'Corolla', '1.8 GLX'],
  ['Toyota', '2019 Toyota Camry XLE', 'Camry', null],
  ['宝马', '3系 320Li M运动', null, null],
  ['宝马', '320Li', '3 Series', null],
  ['奔驰', 'C200L 运动版', 'C-Class', '运动版'],
  ['奥迪', 'A4L 40 TFSI', 'A4', '40 TFSI'],
  ['大众', '全新一代帕萨特 豪华版', 'Passat', '全新一代 豪华版'],
  ['BYD', 'Seal 550km', 'Seal', '550km'],
])('reads the trim in %s %s', (make, model, modelName, trim) => {
  const found = meaning(make, model);
  expect(found[1]).toBe(modelName);
  if (trim !== null) expect(found[2]).toBe(trim);
});

test.each([
  ['豐田', '卡羅拉', 'Toyota', 'Corolla'],
  ['豊田', 'カローラ', 'Toyota', 'Corolla'],
  ['トヨタ自動車', 'カムリ', 'Toyota', 'Camry'],
  ['東風日產', '軒逸', 'Nissan', 'Sylphy'],
  ['比亞迪', '海豹', 'BYD', 'Seal'],
  ['현대자동차', '쏘나타', 'Hyundai', 'Sonata'],
  ['기아', '스포티지', 'Kia', 'Sportage'],
  ['Τογιότα', 'Κορόλα', 'Toyota', 'Corolla'],
  ['ΤΟΓΙΟΤΑ', 'ΚΟΡΟΛΑ', 'Toyota', 'Corolla'],
  ['โตโยต้า', 'คัมรี่', 'Toyota', 'Camry'],
  ['Тойота', 'Камри', 'Toyota', 'Camry'],
  ['تويوتا', 'كورولا', 'Toyota', 'Corolla'],
  ['टोयोटा', 'Corolla', 'Toyota', 'Corolla'],
])('reads %s %s in another script', (make, model, makeName, modelName) => {
  expect(meaning(make, model).slice(0, 2)).toEqual([makeName, modelName]);
});

test.each([
  ['Toyotta', 'Corolla'],
  ['Wanderer', 'W24'],
  ['鸿蒙智行', 'Z9'],
  ['Land', 'Discovery'],
  ['Sedan', 'Red'],
])('leaves the make %s open', (make, model) => {
  expect(names.resolve(make, model)).toMatchObject({ make: null, model: null });
});

test.each([
  ['Toyota', 'Corolla Cross Hybrid', 'Corolla Cross'],
  ['Chery', 'Tiggo 44', null],
  ['BYD', 'Corolla', null],
  ['Ford', 'Focus Giant', null],
  ['BYD', '海豹 08', null],
])('does not take the model of %s %s for a shorter one', (make, model, expected) => {
  expect(meaning(make, model).slice(0, 2)).toEqual([make, expected]);
});

test('names the makes of an alliance if the model does not say which', () => {
  expect(names.resolve('鸿蒙智行', 'Z9').among.map(({ name }) => name)).toEqual([
    'AITO',
    'Luxeed',
    'Stelato',
    'Maextro',
  ]);
});

test('finds every name and alias of the catalog as it is there', () => {
  const wrong = models.filter((model) => {
    const make = makes.find(({ id }) => id === model.makeId)!;
    return names.resolve(make.name, model.name).model?.id !== model.id;
  });
  expect(wrong).toEqual([]);
});

test('takes the model without its make as the name of a new model', () => {
  expect(names.resolve('丰田', '丰田 Zelas')).toMatchObject({ make: { name: 'Toyota' }, modelName: 'Zelas' });
});
