import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CarPicture } from './car-picture.tsx';

const PLACEHOLDER = 'data:image/webp;base64,UklGRg==';
const markup = (image: { url: string; placeholder?: string }) =>
  renderToStaticMarkup(<CarPicture image={image} alt="BYD Seal" sizes="100vw" />);

test('renders the blur placeholder behind the picture with an empty alt text and no inline style', () => {
  const shown = markup({ url: '/media/photo-1', placeholder: PLACEHOLDER });
  expect(shown.indexOf(PLACEHOLDER)).toBeGreaterThan(0);
  expect(shown.indexOf(PLACEHOLDER)).toBeLessThan(shown.indexOf('<picture>'));
  expect(shown).toMatch(/<img src="data:[^>]* alt=""/);
  expect(shown).not.toContain('style=');
  expect(markup({ url: '/media/photo-1' })).not.toContain('data:');
});
