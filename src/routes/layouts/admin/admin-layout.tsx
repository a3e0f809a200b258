import { type ReactNode, useEffect } from 'react';
import { Link, NavLink, Outlet, redirect, useLoaderData, useLocation, useRevalidator } from 'react-router';
import type { AdminSessionResponse } from '#features/people/accounts/model/admin-account-contract.ts';
import { adminSessionCalls } from '#features/people/office-calls.ts';
import { isPermitted } from '#features/people/sessions/model/roles.ts';
import { useOperator } from '#features/site/operator/components/operator.tsx';
import { missingDetails } from '#features/site/operator/model/operator-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UNDO_EVENT } from '#lib/pages/form-action.ts';
import { adminLoginPath, browserLoader, type Load, serverLoader } from '#lib/pages/page-handlers.ts';
import { onAdminSignedOut, rememberAdmin } from '#lib/session/stored-admin.ts';
import { paths } from '#paths.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { PageMain } from '../page-main.tsx';
import { OWN_MAIN } from '../site-shell.tsx';
import { linkGroupsOf, linksOf } from './admin-links.ts';

import '#ui/admin/admin.css';

type HeldCopy = { restoredTo: string | null };
type Loaded = { admin: SignedInAdmin; heldCopy: HeldCopy | null };
const load: Load<Loaded> = async ({ api, url }) => {
  const { admin, heldCopy } = await api.call(adminSessionCalls.session);
  if (!admin) throw redirect(adminLoginPath(url));
  const start = startOf(admin, url.pathname);
  if (start !== url.pathname) throw redirect(start);
  return { admin, heldCopy };
};
/**
 * The screen to show at a path: the own login until two-factor is on, and the first one of the role in place of a
 * dashboard that it may not see.
 */
function startOf({ role, needsSecondFactor }: SignedInAdmin, path: string): string {
  if (needsSecondFactor) return paths.adminSecurity;
  const links = linksOf(role);
  const isHidden = path === paths.adminDashboard && links.every(({ to }) => to !== path);
  return isHidden ? (links[0]?.to ?? paths.adminSecurity) : path;
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const handle = OWN_MAIN;
/**
 * Loads the administrator once. Each API call checks access itself, so a lost connection does not break the screens.
 */
export const shouldRevalidate = () => false;

/**
 * Layout of all admin screens except login: navigation, and a redirect to login without an administrator. What is still to be set up is
 * said on the first screen only.
 */
export default function AdminLayout() {
  const { admin, heldCopy } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  useEffect(() => rememberAdmin(admin), [admin]);
  useEffect(() => onAdminSignedOut(admin.id, () => location.reload()), [admin.id]);
  useEffect(() => {
    const again = () => void revalidate();
    addEventListener(UNDO_EVENT, again);
    return () => removeEventListener(UNDO_EVENT, again);
  }, [revalidate]);
  return (
    <div className="admin-frame">
      <AdminBar admin={admin} />
      <AdminSide admin={admin} />
      <PageMain className="min-w-0 px-4 py-5 md:px-6">
        {heldCopy && <HeldNotice {...heldCopy} />}
        {pathname === linksOf(admin.role)[0]?.to && <SetupNotice admin={admin} />}
        <Outlet />
      </PageMain>
    </div>
  );
}

/** Says that nothing of this copy reaches people, the payment provider or the live files. */
function HeldNotice({ restoredTo }: HeldCopy) {
  const t = useTranslator();
  const from = restoredTo === null ? t('admin.held.latest') : t('admin.held.time', { time: t.utcTime(restoredTo) });
  return (
    <LayoutNotice>
      {from} {t('admin.held')}
    </LayoutNotice>
  );
}

/** What is still to be set up: accounts of the people who use the one from the settings, and details of the operator. */
function SetupNotice({ admin }: { admin: SignedInAdmin }) {
  const t = useTranslator();
  const operator = useOperator();
  const gaps = operator ? missingDetails(operator) : [];
  if (!admin.fromEnvironment && gaps.length === 0) return null;
  return (
    <LayoutNotice>
      {admin.fromEnvironment && (
        <span className="block">
          {t('admin.environment')}{' '}
          <Link to={paths.people} className={`${TEXT_LINK} -my-3`}>
            {t('admin.environment.people')}
          </Link>
        </span>
      )}
      {gaps.length > 0 && (
        <span className="mt-3 block first:mt-0">
          {t('admin.operator.missing', { what: t.list(gaps.map((field) => t(`operator.missing.${field}`))) })}{' '}
          {isPermitted(admin.role, 'operator:write') && (
            <Link to={paths.operator} className={`${TEXT_LINK} -my-3`}>
              {t('admin.operator.enter')}
            </Link>
          )}
        </span>
      )}
    </LayoutNotice>
  );
}

function LayoutNotice({ children }: { children: ReactNode }) {
  return (
    <p className="mb-4 flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-sm">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-waiting" />
      <span>{children}</span>
    </p>
  );
}

type SignedInAdmin = NonNullable<AdminSessionResponse['admin']>;

const MENU = 'admin-menu';

/** Top bar on small screens, with a button that opens the navigation. */
function AdminBar({ admin }: { admin: SignedInAdmin }) {
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

function AdminSide({ admin }: { admin: SignedInAdmin }) {
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
