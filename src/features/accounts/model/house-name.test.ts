import { expect, test } from 'vitest';
import { PEOPLE } from '../../../../tests/fixtures/names.ts';
import { isLikeHouse } from './house-name.ts';

const OPERATOR = 'Quay Motors Ltd';

test.each([
  'CarQuay',
  'carquay support',
  'Car Quay',
  'C.a.r.Q.u.a.y',
  'CarQuay Trading',
  'Official Car-Quay',
  'СаrQuау',
  'ＣａｒＱｕａｙ',
  '𝐂𝐚𝐫𝐐𝐮𝐚𝐲',
  'C\u0336arQuay',
  'Car\u200bQuay',
  'C@rQu4y',
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
])('%j could be taken for the marketplace', (name) => {
  expect(isLikeHouse(name, OPERATOR)).toBe(true);
});

test.each([
  ...PEOPLE,
  'Cara Quayle',
  'Carl Quay',
  'Oscar Quaye',
  'Óscar Quayle',
  'Oscar Quayson',
  'Oscar Quay',
  'Quay',
  'Supporo Motors',
  'Finance Motors Nairobi',
  'Adminah Wanjiku',
  'Motors',
  'Guangzhou Hongda Auto Trading Co., Ltd.',
  'Mombasa Car Care',
  'Care Team',
  '广州汽车',
  '王官方',
])('%j is the name of somebody else', (name) => {
  expect(isLikeHouse(name, OPERATOR)).toBe(false);
});

test('without an operator, only the product and its people are compared', () => {
  expect(isLikeHouse('Quay Motors', '')).toBe(false);
  expect(isLikeHouse('CarQuay Motors', '')).toBe(true);
});
