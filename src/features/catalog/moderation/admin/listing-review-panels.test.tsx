import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup as markup } from '../../../../../tests/support/messages/markup.tsx';
import type { ReviewResponse } from '../model/admin-listing-contract.ts';
import { MissingPanel, NamesPanel } from './listing-review-panels.tsx';

type Listing = ReviewResponse['listing'];
const panel = (images: Listing['images'], carType: Listing['carType']) =>
  markup(<MissingPanel listing={{ images, carType } as Listing} />);

test('the review warns of a listing without photos or without a car type, and of nothing else', () => {
  const photo = { url: '/media/photo-1' };
  expect(panel([photo], 'suv')).toBe('');
  expect(panel([], 'suv')).toContain('The listing has no photos.');
  expect(panel([], 'suv')).not.toContain('car type');
  expect(panel([photo], null)).toContain('The listing has no car type');
  expect(panel([photo], null)).not.toContain('no photos');
});

test('the review names a new model, and leads to where it is decided', () => {
  const names = (undecided: ReviewResponse['undecided']) =>
    markup(
      <MemoryRouter>
        <NamesPanel listing={{ make: 'Toyota', model: 'Wandrer' } as Listing} undecided={undecided} />
      </MemoryRouter>,
    );
  expect(names([])).toBe('');
  expect(names(['model'])).toContain('Wandrer');
  expect(names(['model'])).not.toContain('Toyota');
  expect(names(['make', 'model'])).toContain('href="/VehicleNames"');
});
