import { WeightedChoice } from './seeded-random.ts';

/** Where a car is, and the port or railway by which it leaves China. */
export type Place = { city: string; location: string; leavesFrom: string };

const place = (city: string, province: string, leavesFrom: string): Place => ({
  city,
  location: `${city}, ${province}`,
  leavesFrom,
});
const district = (name: string, city: string, leavesFrom: string): Place => ({
  city,
  location: `${name}, ${city}`,
  leavesFrom,
});

export const places = new WeightedChoice<Place>([
  [place('Guangzhou', 'Guangdong', 'Nansha port'), 17],
  [place('Shenzhen', 'Guangdong', 'Shekou port'), 9],
  [place('Foshan', 'Guangdong', 'Nansha port'), 5],
  [place('Dongguan', 'Guangdong', 'Nansha port'), 5],
  [district('Pudong', 'Shanghai', 'Haitong pier in Shanghai'), 6],
  [district('Minhang', 'Shanghai', 'Haitong pier in Shanghai'), 5],
  [district('Binhai', 'Tianjin', 'Tianjin Xingang'), 7],
  [district('Yubei', 'Chongqing', 'Chongqing by rail'), 4],
  [district('Daxing', 'Beijing', 'Tianjin Xingang'), 4],
  [place('Qingdao', 'Shandong', 'Qingdao port'), 5],
  [place('Jinan', 'Shandong', 'Qingdao port'), 3],
  [place('Linyi', 'Shandong', 'Qingdao port'), 2],
  [place('Ningbo', 'Zhejiang', 'Ningbo port'), 4],
  [place('Hangzhou', 'Zhejiang', 'Ningbo port'), 5],
  [place('Taizhou', 'Zhejiang', 'Ningbo port'), 2],
  [place('Suzhou', 'Jiangsu', 'Taicang port'), 4],
  [place('Nanjing', 'Jiangsu', 'Taicang port'), 3],
  [place('Xiamen', 'Fujian', 'Xiamen port'), 3],
  [place('Fuzhou', 'Fujian', 'Xiamen port'), 1],
  [place('Chengdu', 'Sichuan', 'Chengdu by rail'), 5],
  [place('Wuhan', 'Hubei', 'Wuhan by rail'), 3],
  [place('Changsha', 'Hunan', 'Nansha port'), 2],
  [place('Zhengzhou', 'Henan', 'Qingdao port'), 3],
  [place('Hefei', 'Anhui', 'Taicang port'), 3],
  [place("Xi'an", 'Shaanxi', "Xi'an by rail"), 3],
  [place('Dalian', 'Liaoning', 'Dalian port'), 2],
  [place('Shenyang', 'Liaoning', 'Dalian port'), 1],
  [place('Kunming', 'Yunnan', 'Qinzhou port'), 1],
  [place('Nanning', 'Guangxi', 'Qinzhou port'), 2],
  [place('Haikou', 'Hainan', 'Haikou port'), 1],
  [place('Urumqi', 'Xinjiang', 'Khorgos by road'), 2],
]);
