import { expect, test } from 'vitest';
import { matchParty } from './party-name.ts';

test.each([
  ['MRS AMINA OTIENO', 'Otieno, Amina', 'same'],
  ['Amina Otieno', 'Amina Mwangi', 'other'],
  ['José Núñez', 'NUNEZ JOSE', 'same'],
  ['Brown', 'John Brown', 'same'],
  ['Trading Co Ltd', 'Other Trading Ltd', 'other'],
  ['王 小明', '王 小明', 'same'],
  ['', '', 'other'],
  ['', '陈伟', 'other'],
  ['KLAUS MUELLER', 'Klaus Müller', 'same'],
  ['KLAUS MULLER', 'Klaus Müller', 'same'],
  ['GROSS, JUERGEN', 'Jürgen Groß', 'same'],
  ['SOEREN OESTERGAARD', 'Søren Østergaard', 'same'],
  ['KLAUS MAIER', 'Klaus Müller', 'other'],
  ['CHEN WEI', '陈伟', 'perhaps'],
  ['WEI CHEN', '陈伟', 'perhaps'],
  ['CHENWEI', '陈伟', 'perhaps'],
  ['CHEN XIAOMING', '陈小明', 'perhaps'],
  ['XIAOMING CHEN', '陈小明', 'perhaps'],
  ['CHEN WEI', '李伟', 'other'],
  ['DMITRIY IVANOV', 'Дмитрий Иванов', 'perhaps'],
  ['Chen Wei', 'Chen Xiaoming', 'other'],
])('%j and %j are %s', (name, other, match) => {
  expect(matchParty(name, other)).toBe(match);
  expect(matchParty(other, name)).toBe(match);
});
