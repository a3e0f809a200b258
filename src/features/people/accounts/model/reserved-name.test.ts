import { expect, test } from 'vitest';
import { PEOPLE } from '../../../../../tests/fixtures/names.ts';
import { isReservedName } from './reserved-name.ts';

const OPERATOR = 'Quay Motors Ltd';

test.each([
  'CarQuay',
  'carquay support',
  'Car Quay',
  'C.a.r.Q.u.a.y',
  'CarQuay Trading',
  'Official Car-Quay',
  'СаrQuау',
  'ϹarQuay',
  'ꓚarQuay',
  'CarꝖuay',
  'ＣａｒＱｕａｙ',
  '𝐂𝐚𝐫𝐐𝐮𝐚𝐲',
  'C\u0336arQuay',
  'Car\u200bQuay',
  'C@rQu4y',
  'Car·Quay',
  'CARQUΑY',
  'Quay Motors',
  'QUAY MOTORS LIMITED',
  'Quay Motors Guangzhou',
  'Administrator',
  'Аdmіn',
  'Customer Support',
  'Support Team',
  'Support Amina',
  'the Operator',
  'Moderator 1',
  'Администратор',
  'الدعم',
  '客服',
  '官方客服',
  '官方授权店',
  '客服小美',
  'Ⓒⓐⓡⓠⓤⓐⓨ',
  '🅲🅰🆁🆀🆄🅰🆈',
  '🇨🇦🇷🇶🇺🇦🇾',
  'СΑRQUΑΥ',
  'ᑕarQuay',
  'Carguay',
  'CarOuay',
  'CarQvay',
  'Quay Μotorѕ',
  'Customer Service',
  'Verified Dealer',
  'Security Team',
  'Refund Department',
  'Техподдержка',
  'Soporte Técnico',
  'サポート',
  '고객센터',
  'خدمة العملاء',
])('%j is reserved', (name) => {
  expect(isReservedName(name, OPERATOR)).toBe(true);
});

test.each([
  ...PEOPLE,
  'Cara Quayle',
  'Carl Quay',
  'Oscar Quaye',
  'Óscar Quayle',
  'Oscar Quayson',
  'Oscar Quay',
  'Oscar·Quaye',
  'John 平台',
  'Quay',
  'Supporo Motors',
  'Finance Motors Nairobi',
  'Adminah Wanjiku',
  'Motors',
  'Victor Help',
  'Aisha Verified Motors',
  'Carola Quayum',
  'Guangzhou Hongda Auto Trading Co., Ltd.',
  'Mombasa Car Care',
  'Care Team',
  '广州汽车',
  '王官方',
])('%j is free to use', (name) => {
  expect(isReservedName(name, OPERATOR)).toBe(false);
});

test('without an operator, only the product and roles are reserved', () => {
  expect(isReservedName('Quay Motors', '')).toBe(false);
  expect(isReservedName('CarQuay Motors', '')).toBe(true);
});
