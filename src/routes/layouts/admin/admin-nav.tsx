import { Link, NavLink } from 'react-router';
import type { AdminSessionResponse } from '#features/people/accounts/model/admin-session-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { linkGroupsOf } from './admin-links.ts';

export type SignedInAdmin = NonNullable<AdminSessionResponse['admin']>;

const MENU = 'admin-menu';

/** Top bar on small screens, with a button that opens the navigation. */
export function AdminBar({ admin }: { admin: SignedInAdmin }) {
  const t = useTranslator();
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-1 border-line border-b bg-ground px-4 lg:hidden">
      <Link to={paths.adminDashboard} aria-label={t('admin.office')} className="me-auto rounded-md">
        <Logo />
      </Link>
      <ThemeToggle />
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={t('admin.nav.menu')}
        className="grid size-11 place-items-center rounded-md hover:bg-sunken"
      >
        <Icon name="menu" className="size-6" />
      </button>
      <div id={MENU} popover="auto" className="site-menu shadow-float">
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label={t('admin.nav.close')}
          className="ms-auto grid size-11 place-items-center rounded-md hover:bg-sunken"
        >
          <Icon name="close" className="size-6" />
        </button>
        <AdminNav admin={admin} onFollow={() => document.getElementById(MENU)?.hidePopover()} />
      </div>
    </header>
  );
}

export function AdminSide({ admin }: { admin: SignedInAdmin }) {
  const t = useTranslator();
  return (
    <header className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-line border-e bg-sunken p-3 lg:flex">
      <div className="mb-4 flex items-center justify-between gap-2 ps-2">
        <Link to={paths.adminDashboard} aria-label={t('admin.office')} className="rounded-md">
          <Logo />
        </Link>
        <ThemeToggle />
      </div>
      <AdminNav admin={admin} />
    </header>
  );
}

type LinkGroupProps = { group: ReturnType<typeof linkGroupsOf>[number]; onFollow?: (() => void) | undefined };

/** A heading and the links below it. Rows are lower where a mouse is the rule. */
function LinkGroup({ group: { words: heading, links }, onFollow }: LinkGroupProps) {
  const t = useTranslator();
  return (
    <>
      {heading && <h2 className="px-3 pt-4 pb-1 font-semibold text-ink-soft text-sm">{t(heading)}</h2>}
      <ul className="grid gap-0.5">
        {links.map(({ to, words, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              onClick={onFollow}
              className={({ isActive }) =>
                `flex min-h-11 items-center gap-3 rounded-md border-s-3 px-3 hover:bg-raised lg:min-h-9 ${isActive ? 'border-action bg-raised font-semibold' : 'border-transparent'}`
              }
            >
              <AdminIcon name={icon} />
              {t(words)}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function AdminNav({ admin, onFollow }: { admin: SignedInAdmin; onFollow?: () => void }) {
  const t = useTranslator();
  return (
    <div className="flex grow flex-col justify-between gap-6">
      <nav aria-label={t('admin.nav')}>
        {linkGroupsOf(admin.role).map((group) => (
          <LinkGroup key={group.words} group={group} onFollow={onFollow} />
        ))}
      </nav>
      <div className="grid gap-2 border-line border-t pt-3">
        <p className="min-w-0 px-3">
          <span className="block font-semibold">{admin.name}</span>
          <span className="block text-ink-soft text-sm">{admin.email}</span>
        </p>
        <ActionForm name="logout" action={paths.adminLogin} className="grid">
          <SubmitButton kind="quiet" busy={t('admin.loggingOut')}>
            {t('admin.logout')}
          </SubmitButton>
        </ActionForm>
      </div>
    </div>
  );
}
