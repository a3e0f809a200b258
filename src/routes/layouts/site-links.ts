import type { MessageKey } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';

/** Links of header and menu. The header of a wide screen shows the first ones. */
export const siteLinks: { to: string; words: MessageKey }[] = [
  { to: paths.home, words: 'shell.nav.home' },
  { to: paths.explore, words: 'shell.nav.explore' },
  { to: paths.sell, words: 'shell.nav.sell' },
  { to: paths.blogs, words: 'shell.nav.blogs' },
  { to: paths.about, words: 'shell.nav.about' },
  { to: paths.contact, words: 'shell.nav.contact' },
  { to: paths.dashboard, words: 'shell.nav.dashboard' },
];
