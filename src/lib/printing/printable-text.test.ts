import { expect, test } from 'vitest';
import { isPrintable } from './printable-text.ts';

test.each([
  'ሰላም ተስፋዬ',
  'राम क्षत्रिय',
  'কৃষ্ণ শ্রী',
  'கணேஷ் ஸ்ரீ',
  'ไทย น้ำใจ',
  'ខ្មែរ ស្រី',
  '김민수',
  'שלום כהן',
  'Արամ Խաչատրյան',
  'ნინო',
  'أمينة',
  '比亚迪',
  'たなか',
  'モーター',
  'ﾀﾅｶ ﾀﾛｳ',
  '髙橋',
  'Ṣọlá Adébáyọ̀',
  'Nguyễn Thị Hằng',
  'M̄ary Ñ̃',
  'Gʻayrat Oʻrinboyev',
  'Дом № 5',
  'José Ñandú',
  'Дмитрий',
  'Νίκος',
  'D’Arcy & Sons (Pty) Ltd. + 50 %',
  'Moi Avenue 4\nMombasa',
])('%j can be printed', (text) => {
  expect(isPrintable(text)).toBe(true);
});

test.each(['Sunny 🌞 Motors', 'မြန်မာ', 'සිංහල', 'తెలుగు', 'ᏣᎳᎩ', '☀ Motors', '𠮷田', '㐱', 'Ꜭred'])(
  '%j cannot be printed',
  (text) => {
    expect(isPrintable(text)).toBe(false);
  },
);
