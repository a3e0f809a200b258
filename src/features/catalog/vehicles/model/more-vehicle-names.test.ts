import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import { SPOKEN } from '#content/catalog/names/spoken/all.ts';
import { spokenNames } from './spoken-names.ts';
import { VehicleNames } from './vehicle-names.ts';

const { makes, models } = spokenNames(
  catalog.map(({ name, aliases }, id) => ({ id, name, aliases })),
  catalog.flatMap((make, makeId) =>
    make.models.map(({ name, aliases }, at) => ({ id: makeId * 1000 + at, makeId, name, aliases })),
  ),
);
const names = new VehicleNames(makes, models);

/** As dealers write a make and a model, and what they mean. */
const CARS = {
  'joint ventures': [
    ['广汽丰田', '凯美瑞', 'Toyota Camry'],
    ['天津一汽丰田', '卡罗拉', 'Toyota Corolla'],
    ['四川一汽丰田', '普拉多', 'Toyota Land Cruiser Prado'],
    ['东风本田', '思域', 'Honda Civic'],
    ['长安汽车', 'CS75', 'Changan CS75'],
    ['东风标致', '308', 'Peugeot 308'],
    ['东风雪铁龙', 'C5', 'Citroën C5'],
    ['上汽通用雪佛兰', '科鲁兹', 'Chevrolet Cruze'],
    ['上汽通用凯迪拉克', 'XT5', 'Cadillac XT5'],
    ['上汽大众斯柯达', '明锐', 'Škoda Octavia'],
    ['广汽三菱', '欧蓝德', 'Mitsubishi Outlander'],
    ['广汽埃安', 'AION S', 'Aion S'],
    ['长安铃木', '雨燕', 'Suzuki Swift'],
    ['Dongfeng Nissan', 'X-Trail', 'Nissan X-Trail'],
    ['GAC Honda', 'Accord', 'Honda Accord'],
    ['FAW-Volkswagen', 'Magotan', 'Volkswagen Magotan'],
    ['SAIC Volkswagen', 'Lavida', 'Volkswagen Lavida'],
    ['Changan Ford', 'Mondeo', 'Ford Mondeo'],
  ],
  'importers and suffixes': [
    ['丰田(进口)', '埃尔法', 'Toyota Alphard'],
    ['进口丰田', '兰德酷路泽', 'Toyota Land Cruiser'],
    ['进口奥迪', 'Q7', 'Audi Q7'],
    ['保时捷中国', '卡宴', 'Porsche Cayenne'],
    ['雷克萨斯(进口)', 'ES', 'Lexus ES'],
    ['奇瑞股份', '瑞虎8', 'Chery Tiggo 8'],
    ['长安汽车股份有限公司', 'CS55', 'Changan CS55'],
    ['特斯拉汽车', 'Model Y', 'Tesla Model Y'],
    ['小鹏汽车', 'P7', 'XPeng P7'],
    ['蔚来汽车', 'ES6', 'NIO ES6'],
    ['Toyota Motor Corporation', 'Camry', 'Toyota Camry'],
    ['Great Wall Motor Co., Ltd.', 'Haval H6', 'Haval H6'],
    ['Chery Automobile', 'Tiggo 8', 'Chery Tiggo 8'],
    ['Hyundai Motors', 'Tucson', 'Hyundai Tucson'],
  ],
  'parents and brands': [
    ['长城', '哈弗H6', 'Haval H6'],
    ['Geely', 'Zeekr 001', 'Zeekr 001'],
    ['吉利', '领克03', 'Lynk & Co 03'],
    ['Toyota', 'Lexus ES', 'Lexus ES'],
    ['上汽', '名爵6', 'MG 6'],
    ['上汽', 'MG ZS', 'MG ZS'],
    ['Mercedes', 'Benz C200', 'Mercedes-Benz C-Class'],
    ['Rolls', 'Royce Ghost', 'Rolls-Royce Ghost'],
  ],
  'make or trim inside the model': [
    ['本田', '本田CR-V 2019款 240TURBO', 'Honda CR-V'],
    ['日产', '东风日产轩逸 1.6L', 'Nissan Sylphy'],
    ['BYD', 'BYD Han EV', 'BYD Han'],
    ['Honda', 'Civic 1.5T EX', 'Honda Civic'],
    ['Toyota', 'Camry 2.5 LE', 'Toyota Camry'],
    ['比亚迪', '比亚迪海豹 550km', 'BYD Seal'],
    ['宝马', '宝马5系 530Li', 'BMW 5 Series'],
    ['奔驰', '奔驰GLC 260', 'Mercedes-Benz GLC'],
  ],
  'other scripts': [
    ['本田', '思域', 'Honda Civic'],
    ['馬自達', 'CX-5', 'Mazda CX-5'],
    ['賓士', 'C200', 'Mercedes-Benz C-Class'],
    ['福斯', 'Golf', 'Volkswagen Golf'],
    ['ホンダ', 'シビック', 'Honda Civic'],
    ['スズキ', 'スイフト', 'Suzuki Swift'],
    ['현대', '투싼', 'Hyundai Tucson'],
    ['기아자동차', '쏘렌토', 'Kia Sorento'],
    ['Хёндай', 'Туссан', 'Hyundai Tucson'],
    ['Киа', 'Спортейдж', 'Kia Sportage'],
    ['Мерседес-Бенц', 'C200', 'Mercedes-Benz C-Class'],
    ['نيسان', 'باترول', 'Nissan Patrol'],
    ['كيا', 'سبورتاج', 'Kia Sportage'],
    ['ٹویوٹا', 'کرولا', 'Toyota Corolla'],
    ['ہونڈا', 'سوک', 'Honda Civic'],
    ['سوزوکی', 'آلٹو', 'Suzuki Alto'],
    ['مرسدس بنز', 'C200', 'Mercedes-Benz C-Class'],
    ['हुंडई', 'टक्सन', 'Hyundai Tucson'],
    ['ฮอนด้า', 'ซีวิค', 'Honda Civic'],
    ['Χόντα', 'Civic', 'Honda Civic'],
  ],
} as const;

test.each(Object.entries(CARS).flatMap(([kind, cars]) => cars.map((car) => [kind, ...car] as const)))(
  '%s: %s %s is a %s',
  (_, make, model, meant) => {
    const found = names.resolve(make, model);
    expect(`${found.make?.name} ${found.model?.name}`).toBe(meant);
  },
);

test('names in other languages are of makes and models of the catalog', () => {
  const unknown = SPOKEN.flatMap(({ makes: spoken, models: ofMakes = {} }) => [
    ...Object.keys(spoken).filter((name) => !makes.some((make) => make.name === name)),
    ...Object.entries(ofMakes).flatMap(([name, its]) => {
      const own = catalog.find((make) => make.name === name)?.models.map((model) => model.name) ?? [];
      return Object.keys(its).filter((model) => !own.includes(model));
    }),
  ]);
  expect(unknown).toEqual([]);
});
