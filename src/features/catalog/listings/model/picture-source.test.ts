import { expect, test } from 'vitest';
import { isDrawing, pictureSet, pictureUrl } from './picture-source.ts';

test('resolves a relative URL against the API base with the requested size', () => {
  expect(pictureUrl('/media/ab12?q=20', 'avif', { width: 320, quality: 60 })).toBe('/api/media/ab12?w=320&f=avif&q=60');
});

test('leaves an absolute URL of another site unchanged', () => {
  const elsewhere = 'https://pictures.example/car.jpg?v=2';
  expect(pictureUrl(elsewhere, 'webp', { width: 640, quality: 80 })).toBe(elsewhere);
});

test('includes widths up to the widest', () => {
  expect(pictureSet('/media/a', 'webp', 640, 80)).toBe(
    '/api/media/a?w=320&f=webp&q=80 320w, /api/media/a?w=640&f=webp&q=80 640w',
  );
});

test('tells drawings of demo cars from photos and pictures of other sites', () => {
  expect(isDrawing('/media/demo-suv-white-crest-front-dark')).toBe(true);
  for (const url of ['/media/photo-1', '/media/scene-demo-quay', 'https://demo-cars.example/media/demo-1'])
    expect(isDrawing(url), url).toBe(false);
});
