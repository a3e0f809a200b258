import { type CatalogMake, make, model } from './model.ts';

export const gac: CatalogMake[] = [
  make(
    'GAC',
    'CN',
    ['传祺', '广汽', '广汽传祺', 'Trumpchi', 'GAC Trumpchi', 'GAC Motor', 'Chuanqi'],
    [
      model('GS3', 'suv', 'petrol', 5, [2017], 12_500, '传祺GS3', 'Emzoom', '影速', 'Yingsu', 'GS3 Emzoom'),
      model('GS4', 'suv', 'petrol hybrid', 5, [2015], 14_800, '传祺GS4', 'GS4 Max', 'GS4 Plus'),
      model('GS5', 'suv', 'petrol', 5, [2012, 2021], 16_500, '传祺GS5'),
      model('GS7', 'suv', 'petrol', 5, [2017, 2021], 21_500, '传祺GS7'),
      model('GS8', 'suv', 'petrol hybrid', 7, [2016], 27_500, '传祺GS8'),
      model('Emkoo', 'suv', 'petrol hybrid', 5, [2022], 17_500, '影酷', 'Yingku'),
      model('Empow', 'sedan', 'petrol hybrid', 5, [2021], 14_500, '影豹', 'Yingbao', 'Empow R'),
      model('GA3', 'sedan', 'petrol', 5, [2013, 2017], 11_500, '传祺GA3', 'GA3S'),
      model('GA4', 'sedan', 'petrol', 5, [2018, 2023], 12_000, '传祺GA4', 'GA4 Plus'),
      model('GA5', 'sedan', 'petrol hybrid', 5, [2010, 2018], 18_500, '传祺GA5'),
      model('GA6', 'sedan', 'petrol', 5, [2014, 2023], 16_500, '传祺GA6'),
      model('GA8', 'sedan', 'petrol', 5, [2016, 2022], 25_500, '传祺GA8'),
      model('M6', 'van', 'petrol', 7, [2017], 17_500, 'GM6', 'M6 Pro', '传祺M6', 'GN6'),
      model('M8', 'van', 'petrol hybrid', 7, [2017], 28_500, 'GM8', 'GN8', '传祺M8'),
      model('E8', 'van', 'hybrid', 7, [2023], 30_500, '传祺E8'),
      model('E9', 'van', 'hybrid', 7, [2023], 48_500, '传祺E9'),
      model('S7', 'suv', 'hybrid', 5, [2025], 26_500, '向往S7', 'Xiangwang S7'),
      model('ES9', 'suv', 'hybrid', 6, [2023, 2024], 34_000, '传祺ES9'),
    ],
  ),
  make(
    'Aion',
    'CN',
    ['埃安', 'GAC Aion', '广汽埃安', 'Ai an'],
    [
      model('S', 'sedan', 'electric', 5, [2019], 20_500, 'Aion S', '埃安S', 'AION S Plus', 'ES'),
      model('Y', 'suv', 'electric', 5, [2021], 18_500, 'Aion Y', '埃安Y', 'Aion Y Plus'),
      model('V', 'suv', 'electric', 5, [2020], 22_500, 'Aion V', '埃安V', 'Aion V Plus'),
      model('LX', 'suv', 'electric', 5, [2019, 2024], 37_500, 'Aion LX', '埃安LX'),
      model('RT', 'sedan', 'electric', 5, [2024], 17_500, 'Aion RT', '埃安RT'),
      model('UT', 'hatchback', 'electric', 5, [2025], 11_800, 'Aion UT', '埃安UT'),
    ],
  ),
  make(
    'Hyptec',
    'CN',
    ['昊铂', 'Hyper', 'Haobo'],
    [
      model('GT', 'sedan', 'electric', 5, [2023], 30_500, '昊铂GT', 'Hyper GT'),
      model('HT', 'suv', 'electric', 5, [2023], 30_500, '昊铂HT', 'Hyper HT'),
      model('SSR', 'coupe', 'electric', 2, [2023], 180_000, '昊铂SSR', 'Hyper SSR'),
      model('HL', 'suv', 'electric hybrid', 6, [2025], 37_500, '昊铂HL'),
    ],
  ),
  make(
    'Hycan',
    'CN',
    ['合创', 'Hechuang'],
    [
      model('007', 'suv', 'electric', 5, [2020, 2023], 38_000, '合创007'),
      model('Z03', 'suv', 'electric', 5, [2021, 2024], 20_500, '合创Z03'),
      model('A06', 'sedan', 'electric', 5, [2022, 2024], 24_500, '合创A06'),
      model('V09', 'van', 'electric', 7, [2023, 2024], 44_500, '合创V09'),
    ],
  ),
  make(
    'Everus',
    'CN',
    ['理念', 'Linian'],
    [
      model('S1', 'sedan', 'petrol', 5, [2011, 2018], 10_300, '理念S1'),
      model('VE-1', 'suv', 'electric', 5, [2018, 2022], 24_500, '理念VE-1'),
    ],
  ),
  make(
    'Gonow',
    'CN',
    ['吉奥', 'Jiao'],
    [
      model('Troy', 'truck', 'petrol diesel', 5, [2008, 2016], 9_800, '财运'),
      model('Starry', 'van', 'petrol', 7, [2010, 2017], 6_800, '星旺'),
      model('GX6', 'suv', 'petrol', 5, [2014, 2017], 11_800),
    ],
  ),
];
