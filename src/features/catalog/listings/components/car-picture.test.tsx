import { expect, test } from 'vitest';
import { PAGE_ENCODINGS } from '#features/site/media/model/picture-variant.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
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

test('labels a drawing on the picture and in its alt text, and not a photo', () => {
  const drawing = markup({ url: '/media/demo-suv-white-crest-front-dark' });
  expect(drawing).toContain('alt="Drawing: BYD Seal"');
  expect(drawing).toMatch(/aria-hidden="true"><span[^>]*>Drawing</);
  expect(markup({ url: '/media/photo-1' })).not.toContain('Drawing');
});

/** The sizes of components, then those of the API's default, upload tiles, offline pages and link previews. */
const PICTURES = [
  <CarPicture key="card" image={{ url: '/media/a' }} alt="" sizes="100vw" />,
  <CarPicture key="row" image={{ url: '/media/a' }} alt="" sizes="100vw" maxWidth={640} />,
  <CarPicture key="gallery" image={{ url: '/media/a' }} alt="" sizes="100vw" quality={80} maxWidth={1600} />,
];
const OTHERS = ['w=960&f=jpg&q=80', 'w=320&f=webp&q=60', 'w=1600&f=jpg&q=80'];

test('exactly the sizes that pages request are rendered', () => {
  const markup = PICTURES.map((picture) => renderToStaticMarkup(picture))
    .join('')
    .replaceAll('&amp;', '&');
  const requested = new Set([...(markup.match(/w=\d+&f=\w+&q=\d+/g) ?? []), ...OTHERS]);
  const rendered = Object.entries(PAGE_ENCODINGS).flatMap(([width, encodings]) =>
    encodings.map(({ format, quality }) => `w=${width}&f=${format}&q=${quality}`),
  );
  expect([...requested].sort()).toEqual(rendered.sort());
});
