import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { PROVINCES } from '../model/criteria/listing-criteria.ts';

const { pool } = await testDatabase();

test.each([
  ['White', 'white'],
  ['Pearl White', 'white'],
  ['Black Pearl', 'black'],
  ['GREY', 'gray'],
  ['Dark gray metallic', 'gray'],
  ['Blue Gray', 'gray'],
  ['Graphite', 'gray'],
  ['Midnight Blue', 'blue'],
  ['Champagne', 'gold'],
  ['Champagne Silver', 'silver'],
  ['burgundy', 'red'],
  ['Wine Red', 'red'],
  ['Rose Gold', 'gold'],
  ['Red/Black', 'red'],
  ['Red with black roof', 'red'],
  ['Two tone, blue', 'blue'],
  ['Coffee', 'brown'],
  ['Beige', 'beige'],
  ['orange', 'orange'],
  ['yellow', 'yellow'],
  ['Olive', 'green'],
  ['violet', 'purple'],
  ['Pink', 'pink'],
  ['白色', 'white'],
  ['珍珠白', 'white'],
  ['银灰色', 'gray'],
  ['香槟金', 'gold'],
  ['香槟色', 'gold'],
  ['咖啡色', 'brown'],
  ['酒红', 'red'],
  ['红配黑', 'red'],
  ['米色', 'beige'],
  ['Whitewashed', null],
  ['Metallic', null],
  ['', null],
  [null, null],
])('the color %j belongs to the family %j', async (name, family) => {
  const { rows } = await pool.query('select color_family($1) as family', [name]);
  expect(rows[0].family).toBe(family);
});

test.each([
  ['Guangzhou, Guangdong', 'Guangdong', 'Guangzhou'],
  ['guangzhou, guangdong province, china', 'Guangdong', 'Guangzhou'],
  ['Guangzhou City, China', 'Guangdong', 'Guangzhou'],
  ['Guangdong, Guangzhou', 'Guangdong', 'Guangzhou'],
  ['Shenzhen', 'Guangdong', 'Shenzhen'],
  ['Nansha, Guangzhou', 'Guangdong', 'Guangzhou'],
  ['Jinan Road 5, Qingdao, Shandong', 'Shandong', 'Qingdao'],
  ['Pudong, Shanghai', 'Shanghai', 'Shanghai'],
  ['TIANJIN', 'Tianjin', 'Tianjin'],
  ['Tianjin Road 5, Ningbo, Zhejiang', 'Zhejiang', 'Ningbo'],
  ['Hong Kong', 'Hong Kong', 'Hong Kong'],
  ['Kowloon, Hongkong', 'Hong Kong', 'Hong Kong'],
  ['Macao', 'Macau', 'Macau'],
  ['Taipei, Taiwan', 'Taiwan', 'Taipei'],
  ['Hohhot, Inner Mongolia', 'Inner Mongolia', 'Hohhot'],
  ["Xi'an, Shaanxi", 'Shaanxi', "Xi'an"],
  ['Xi’an', 'Shaanxi', "Xi'an"],
  ['Taiyuan, Shanxi', 'Shanxi', 'Taiyuan'],
  ['Taizhou', 'Zhejiang', 'Taizhou'],
  ['Taizhou, Jiangsu', 'Jiangsu', 'Taizhou'],
  ['Rikaze, Xizang', 'Tibet', 'Rikaze'],
  ['Guangdong Province', 'Guangdong', null],
  ['Jilin, Jilin', 'Jilin', null],
  ['Hunan, Wangcheng', 'Hunan', 'Wangcheng'],
  ['广东广州', 'Guangdong', 'Guangzhou'],
  ['广州市', 'Guangdong', 'Guangzhou'],
  ['中国广东省深圳市南山区', 'Guangdong', 'Shenzhen'],
  ['在青岛', 'Shandong', 'Qingdao'],
  ['廣州', 'Guangdong', 'Guangzhou'],
  ['廣東省', 'Guangdong', null],
  ['中國廣東省廣州市天河區', 'Guangdong', 'Guangzhou'],
  ['臺灣臺北', 'Taiwan', 'Taipei'],
  ['香港九龍', 'Hong Kong', 'Hong Kong'],
  ['內蒙古自治區呼和浩特市', 'Inner Mongolia', 'Hohhot'],
  ['黑龍江齊齊哈爾', 'Heilongjiang', 'Qiqihar'],
  ['広州', 'Guangdong', 'Guangzhou'],
  ['山東省望城區', 'Shandong', '山東省望城區'],
  ['山东济南天津路', 'Shandong', 'Jinan'],
  ['广西壮族自治区南宁市', 'Guangxi', 'Nanning'],
  ['新疆维吾尔自治区乌鲁木齐市', 'Xinjiang', 'Urumqi'],
  ['泰州', 'Jiangsu', 'Taizhou'],
  ['北京市朝阳区', 'Beijing', 'Beijing'],
  ['河北石家庄', 'Hebei', 'Shijiazhuang'],
  [' Dubai , UAE', null, 'Dubai'],
  ['Ürümqi, Xinjiang', 'Xinjiang', 'Ürümqi'],
  ['510000', null, null],
  ['China', null, null],
  ['', null, null],
  [null, null, null],
])('the location %j is in the province %j and the city %j', async (location, province, city) => {
  const { rows } = await pool.query('select province_of($1) as province, city_of($1) as city', [location]);
  expect(rows[0]).toEqual({ province, city });
});

test('knows the 34 divisions of China in English and Chinese', async () => {
  const { rows } = await pool.query(
    `select value as province, array_agg(key order by key collate "C") as words
     from jsonb_each_text(place_words()) where strpos(value, '/') = 0 group by value order by value collate "C"`,
  );
  expect(rows).toHaveLength(34);
  expect(rows.map(({ province }) => province)).toEqual(PROVINCES.toSorted());
  for (const { province, words } of rows) {
    expect(words[0], province).toMatch(/^[a-z]+$/);
    expect(words.at(-1), province).toMatch(/^\p{Script=Han}{2,3}$/u);
    for (const name of [province, words.at(-1)]) {
      expect((await pool.query('select province_of($1) as province', [name])).rows[0].province).toBe(province);
    }
  }
});
