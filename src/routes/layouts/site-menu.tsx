import { Link } from 'react-router';
import { ShipToButton } from '#features/catalog/landed-cost/components/ship-to-button.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { siteLinks } from './site-links.ts';

export const MENU_ID = 'site-menu';

/** Menu on small screens: a native popover, so that it opens without scripts. */
export function SiteMenu({ switches }: { switches: React.ReactNode }) {
  const t = useTranslator();
  const close = () => document.getElementById(MENU_ID)?.hidePopover();
  return (
    <nav id={MENU_ID} popover="auto" aria-label={t('shell.menu')} className="site-menu shadow-float">
      <div className="flex items-center justify-between ps-1">
        {switches}
        <button
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={t('shell.menu.close')}
          className="ms-auto grid size-11 place-items-center rounded-md hover:bg-sunken"
        >
          <Icon name="close" className="size-6" />
        </button>
      </div>
      <ul className="mt-2 grid">
        {siteLinks.map(({ to, words }) => (
          <li key={to} className="border-line border-b">
            <Link
              to={to}
              onClick={close}
              className="flex min-h-13 items-center px-3 font-semibold text-lg hover:text-link"
            >
              {t(words)}
            </Link>
          </li>
        ))}
      </ul>
      <ShipToButton className="mt-2 flex min-h-13 w-full text-lg md:hidden" onPress={close} />
      <ul className="signed-out mt-5 grid grid-cols-2 gap-2 md:hidden">
        <li>
          <Link
            to={paths.login}
            onClick={close}
            className="grid min-h-12 place-items-center rounded-md border border-line-strong font-semibold"
          >
            {t('shell.signIn')}
          </Link>
        </li>
        <li>
          <Link
            to={paths.signup}
            onClick={close}
            className="grid min-h-12 place-items-center rounded-md bg-ink font-semibold text-ground"
          >
            {t('shell.getStarted')}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
