import { expect, test } from 'vitest';
import { pictureSet, pictureUrl } from './picture-source.ts';

test('a relative picture stands below the API base, in the size that is asked for', () => {
  expect(pictureUrl('/media/ab12?q=20', 'avif', { width: 320, quality: 60 })).toBe('/api/media/ab12?w=320&f=avif&q=60');
});

test('a picture elsewhere stays where it is', () => {
  const elsewhere = 'https://pictures.example/car.jpg?v=2';
  expect(pictureUrl(elsewhere, 'webp', { width: 640, quality: 80 })).toBe(elsewhere);
});

test('a set of widths ends at the widest', () => {
  expect(pictureSet('/media/a', 'webp', 640, 80)).toBe(
    '/api/media/a?w=320&f=webp&q=80 320w, /api/media/a?w=640&f=webp&q=80 640w',
  );
});
