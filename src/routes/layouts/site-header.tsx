import { Link, NavLink, useFetcher } from 'react-router';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import {
  ShipToButton,
  ShipToDialogSlot,
  ShipToOfferSlot,
} from '#features/catalog/landed-cost/components/ship-to-button.tsx';
import { Bell } from '#features/site/notifications/components/bell.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import { titleCase, useStoredName } from '#lib/session/stored-user.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Dropdown } from '#ui/dropdown.tsx';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';

/**
 * Header of public pages. It has the signed-in and the signed-out part; the boot script decides which one is visible.
 */
export function SiteHeader() {
  const t = useTranslator();
  const carry = useCarriedDestination();
  const isSignedIn = useStoredName() !== null;
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
                  to={to === paths.explore ? carry(to) : to}
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
        <Bell isSignedIn={isSignedIn} />
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
      <ShipToOfferSlot />
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

const MENU_ID = 'site-menu';

/** Menu on small screens: a native popover, so that it opens without scripts. */
function SiteMenu({ switches }: { switches: React.ReactNode }) {
  const t = useTranslator();
  const carry = useCarriedDestination();
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
              to={to === paths.explore ? carry(to) : to}
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

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-start hover:bg-sunken';

/** Menu of the signed-in user, in place of Sign In. */
function UserMenu() {
  const t = useTranslator();
  const name = useStoredName();
  const { Form } = useFetcher();
  return (
    <Dropdown
      className="signed-in"
      label={name ? t('shell.user.named', { name: titleCase(name) }) : t('shell.user')}
      summaryClassName="flex h-11 items-center gap-2 rounded-md px-2 font-semibold hover:bg-sunken"
      summary={
        <>
          <Icon name="user" />
          <span className="hidden max-w-40 truncate md:block">{name && titleCase(name)}</span>
        </>
      }
    >
      {(close) => (
        <ul className="absolute end-0 top-full z-40 w-52 rounded-lg border border-line bg-raised p-1.5 shadow-float">
          <li>
            <Link to={paths.dashboard} onClick={close} className={ITEM}>
              {t('shell.user.dashboard')}
            </Link>
          </li>
          <li>
            <Link to={paths.savedSearches} onClick={close} className={ITEM}>
              {t('shell.user.searches')}
            </Link>
          </li>
          <li>
            <Link to={paths.profile} onClick={close} className={ITEM}>
              {t('shell.user.profile')}
            </Link>
          </li>
          <li>
            <Form method="post" action={paths.dashboard} onSubmit={close}>
              <input type="hidden" name={FORM_NAME} value="logout" />
              <button type="submit" className={ITEM}>
                {t('shell.user.logout')}
              </button>
            </Form>
          </li>
        </ul>
      )}
    </Dropdown>
  );
}

/** Links of header and menu. The header of a wide screen shows the first ones. */
const siteLinks: { to: string; words: MessageKey }[] = [
  { to: paths.home, words: 'shell.nav.home' },
  { to: paths.explore, words: 'shell.nav.explore' },
  { to: paths.sell, words: 'shell.nav.sell' },
  { to: paths.blogs, words: 'shell.nav.blogs' },
  { to: paths.about, words: 'shell.nav.about' },
  { to: paths.contact, words: 'shell.nav.contact' },
  { to: paths.dashboard, words: 'shell.nav.dashboard' },
];
