import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { isPrintable } from '#lib/printing/printable-text.ts';
import { FONTS, fontBytes } from './pdf-fonts.ts';

/** Names, by script, with letters that change their shape or order next to each other. */
const NAMES = {
  Ethiopic: 'ሰላም ተስፋዬ',
  Devanagari: 'क्षत्रिय राम',
  Bengali: 'শ্রী কৃষ্ণ',
  Tamil: 'ஸ்ரீ கணேஷ்',
  Thai: 'น้ำใจ ไทย',
  Khmer: 'ស្រី ខ្មែរ',
  Korean: '김민수 각힣',
  Hebrew: 'שלום כהן',
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'ნინო',
  Arabic: 'أمينة عثمان',
  Persian: 'گلپری ژیلا',
  Urdu: 'عائشہ ٹیپو ڈھلوں بڑے',
  Uyghur: 'ئايگۈل ئۆمەر ۋېلى',
  Pashto: 'ښکلا ځلمی',
  Sindhi: 'ڄام ٻچو',
  'Arabic with vowels': 'مُحَمَّد',
  Chinese: '比亚迪',
};

/** Part of pdfkit's font object that its types lack. */
type Font = {
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): { glyphs: { id: number }[] };
};

const fontsOf = (weight: 'regular' | 'bold') =>
  FONTS[weight].map((file) => {
    const document = new PDFDocument();
    document.registerFont(file.name, fontBytes(file)).font(file.name);
    return (document as unknown as { _font: { font: Font } })._font.font;
  });

test.each(Object.entries(NAMES))('a name in %s is printable, and fonts of both weights have its letters', (_, name) => {
  expect(isPrintable(name)).toBe(true);
  for (const weight of ['regular', 'bold'] as const) {
    const fonts = fontsOf(weight);
    const missing = [...name].filter(
      (letter) => !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)),
    );
    expect(missing, weight).toEqual([]);
  }
});

test.each(['Devanagari', 'Bengali', 'Tamil', 'Khmer'] as const)('joins letters of %s', (script) => {
  const name = NAMES[script];
  const font = fontsOf('regular').find((each) => each.hasGlyphForCodePoint(name.codePointAt(0)!))!;
  const { glyphs } = font.layout(name);
  expect(glyphs.length).toBeLessThan([...name].length);
  expect(glyphs.every(({ id }) => id !== 0)).toBe(true);
});

test.each(['Arabic', 'Persian', 'Urdu', 'Uyghur', 'Pashto', 'Sindhi'] as const)(
  'a name in %s has one font, in which its letters join',
  (language) => {
    const words = NAMES[language].split(' ');
    for (const weight of ['regular', 'bold'] as const) {
      const fonts = fontsOf(weight);
      const fontOf = (letter: string) => fonts.findIndex((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));
      for (const word of words) {
        expect(new Set([...word].map(fontOf)).size, word).toBe(1);
        const font = fonts[fontOf(word)]!;
        const joined = font.layout(word).glyphs.map(({ id }) => id);
        const alone = [...word].flatMap((letter) => font.layout(letter).glyphs.map(({ id }) => id));
        expect(joined, word).not.toEqual(alone.toReversed());
      }
    }
  },
);
