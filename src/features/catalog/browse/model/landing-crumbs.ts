import type { Translator } from '#lib/i18n/translator.ts';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { paths } from '#paths.ts';
import { type Landing, landingPath, subjectOf } from './landing.ts';
import { landingName } from './landing-text.ts';

/** Breadcrumbs of a landing page. The last one, the page itself, has no link. */
export function landingCrumbs(landing: Landing, t: Translator): Crumb[] {
  const { offer, make } = landing;
  const subject = subjectOf(landing);
  const above: Landing[] = [{ offer }, ...(subject?.kind === 'model' ? [{ offer, make: make ?? null }] : [])];
  const pages = subject ? [...above, landing] : above;
  const crumbs = [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    ...pages.map((page) => ({ name: landingName(page, t), to: landingPath(page) })),
  ];
  return crumbs.map(({ name, to }, index) => (index < crumbs.length - 1 ? { name, to } : { name }));
}
