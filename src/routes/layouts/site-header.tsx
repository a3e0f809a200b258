import { Link, NavLink } from 'react-router';
import { ShipToButton, ShipToDialogSlot } from '#features/catalog/landed-cost/components/ship-to-button.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Dropdown } from '#ui/dropdown.tsx';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { siteLinks } from './site-links.ts';
import { MENU_ID, SiteMenu } from './site-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/**
 * Header of public pages. It has the signed-in and the signed-out part; the boot script decides which one is visible.
 */
export function SiteHeader() {
  const t = useTranslator();
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground">
      <div className="mx-auto flex h-16 max-w-[86rem] items-center gap-1 px-4 md:px-8">
        <Link to={paths.home} aria-label={t('shell.home')} className="me-auto min-w-0 overflow-clip rounded-md xl:me-6">
          <Logo />
        </Link>
        <nav aria-label={t('shell.nav')} className="me-auto hidden xl:block">
          <ul className="flex">
            {siteLinks.map(({ to, words }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  className={({ isActive }) =>
                    `grid h-16 place-items-center whitespace-nowrap border-b-2 px-2 hover:text-link ${isActive ? 'border-action font-semibold' : 'border-transparent'}`
                  }
                >
                  {t(words)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <ShipToButton short className="hidden h-11 min-w-11 max-w-64 justify-center text-sm md:flex" />
        <Switches className="hidden md:flex" />
        <ThemeToggle />
        <div className="signed-out hidden gap-2 ps-2 md:flex">
          <LinkButton to={paths.login} kind="quiet">
            {t('shell.signIn')}
          </LinkButton>
          <LinkButton to={paths.signup} kind="strong">
            {t('shell.getStarted')}
          </LinkButton>
        </div>
        <UserMenu />
        <button
          type="button"
          popoverTarget={MENU_ID}
          aria-label={t('shell.menu')}
          className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken xl:hidden"
        >
          <Icon name="menu" className="size-6" />
        </button>
      </div>
      <SiteMenu switches={<Switches className="flex md:hidden" />} />
      <ShipToDialogSlot />
    </header>
  );
}

/** Language and region. Display only, for now. */
function Switches({ className }: { className: string }) {
  return (
    <div className={className}>
      <Switch label="shell.language" about="shell.language.about" />
      <Switch label="shell.region" about="shell.region.about" />
    </div>
  );
}

function Switch({
  label,
  about,
}: {
  label: 'shell.language' | 'shell.region';
  about: 'shell.language.about' | 'shell.region.about';
}) {
  const t = useTranslator();
  return (
    <Dropdown
      name="switch"
      summary={t(label)}
      summaryClassName="grid size-11 place-items-center rounded-md font-semibold text-sm hover:bg-sunken"
    >
      <p className="absolute end-0 top-full z-40 w-56 rounded-md border border-line bg-raised p-3 text-sm shadow-float">
        {t(about)}
      </p>
    </Dropdown>
  );
}
