import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import { CarPicture } from './car-picture.tsx';

const PLACEHOLDER = 'data:image/webp;base64,UklGRg==';
const markup = (image: { url: string; placeholder?: string }) =>
  renderToStaticMarkup(<CarPicture image={image} alt="BYD Seal" sizes="100vw" />);

test('renders the blur placeholder behind the picture with an empty alt text and no inline style', () => {
  const html = markup({ url: '/media/photo-1', placeholder: PLACEHOLDER });
  expect(html.indexOf(PLACEHOLDER)).toBeGreaterThan(0);
  expect(html.indexOf(PLACEHOLDER)).toBeLessThan(html.indexOf('<picture>'));
  expect(html).toMatch(/<img src="data:[^>]* alt=""/);
  expect(html).not.toContain('style=');
  expect(markup({ url: '/media/photo-1' })).not.toContain('data:');
});
