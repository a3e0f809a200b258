import type { Translator } from '#lib/i18n/translator.ts';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { paths } from '#paths.ts';
import { type Landing, landingPath } from './landing.ts';

/** Breadcrumbs of a landing page. The last one, the page itself, has no link. */
export function landingCrumbs({ offer, make, model, carType }: Landing, t: Translator): Crumb[] {
  const crumbs = [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    { name: t(`browse.crumb.${offer}`), to: landingPath({ offer }) },
    ...(carType ? [{ name: t(`cars.carType.${carType}`), to: '' }] : []),
    ...(make ? [{ name: make, to: landingPath({ offer, make }) }] : []),
    ...(make && model ? [{ name: model, to: '' }] : []),
  ];
  return crumbs.map(({ name, to }, index) => (index < crumbs.length - 1 ? { name, to } : { name }));
}
