import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawableText, drawShareCard } from './draw-share-card.ts';

const gray = { r: 128, g: 128, b: 128 };
const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: gray } })
  .jpeg()
  .toBuffer();
const car = { mark: 'CarQuay', title: '2021 BYD Han EV', figure: '$18,500', line: '42,000 miles' };

/** Returns the share of pixels in a strip of the panel that differ from its background. */
async function ink(card: Uint8Array, top: number, height: number): Promise<number> {
  const panel = sharp(card).extract({ left: 0, top, width: 372, height }).greyscale().threshold(90);
  return (await panel.raw().toBuffer()).reduce((sum, value) => sum + value, 0) / 255 / (372 * height);
}

test('draws a 1200 × 630 card with photo and all texts', async () => {
  const card = await drawShareCard({ picture: { jpeg: photo }, text: car, note: null });
  expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const { dominant } = await sharp(card).extract({ left: 500, top: 100, width: 600, height: 400 }).stats();
  expect(Math.abs(dominant.r - gray.r)).toBeLessThan(16);
  for (const [top, height] of [
    [40, 36],
    [104, 110],
    [440, 70],
    [534, 40],
  ] as const) {
    expect(await ink(card, top, height), `at ${top}`).toBeGreaterThan(0.02);
  }
});

test('a note adds the light in its color and the landed cost above the price', async () => {
  const note = { light: 'red', verdict: 'Kenya: Not allowed', cost: 'about $11,900 landed ($10,800–$13,400)' } as const;
  const title = 'Grand Special Anniversary Edition Long Wheelbase Four Wheel Drive '.repeat(4);
  const card = await drawShareCard({ picture: { jpeg: photo }, text: { ...car, title }, note });
  for (const [top, height] of [
    [300, 40],
    [352, 60],
    [440, 70],
  ] as const)
    expect(await ink(card, top, height), `at ${top}`).toBeGreaterThan(0.02);
  const words = await sharp(card).extract({ left: 36, top: 300, width: 300, height: 40 }).png().toBuffer();
  const { channels } = await sharp(words).stats();
  expect(channels[0]!.max - channels[2]!.max, 'red').toBeGreaterThan(40);
});

test.each([
  ['very long', 'Grand Special Anniversary Edition Long Wheelbase Four Wheel Drive '.repeat(4)],
  ['one endless word', 'W'.repeat(300)],
  ['markup', '<b>&amp;</b> "quoted" </span><span size="900000">'],
  ['other scripts', '比亚迪 汉 سيارة हिन्दी 👩‍👩‍👧'],
  ['control characters and halves', '\u0000\u0007\u202eabc\ud800'],
  ['nothing', ''],
  ['blanks', ' \n\t '],
])('keeps the layout with a title of %s', async (_what, title) => {
  const card = await drawShareCard({ picture: { jpeg: photo }, text: { ...car, title }, note: null });
  expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(await ink(card, 440, 70)).toBeGreaterThan(0.02);
  expect(await ink(card, 380, 50), 'below the title').toBe(0);
});

test.each([
  ['2021 Škoda Octavia', '2021 Skoda Octavia'],
  ['Citroën ë – “x”', 'Citroën ë – “x”'],
  ['2022 比亚迪 Han', '2022 Han'],
  ['سيارة', ''],
  ['Ⅲ ﬁne', 'III fine'],
])('reduces %j to %j', (text, written) => {
  expect(drawableText(text)).toBe(written);
});
