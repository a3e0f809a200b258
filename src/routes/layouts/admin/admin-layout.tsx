import { type ReactNode, useEffect } from 'react';
import { Link, Outlet, redirect, useLoaderData, useLocation, useRevalidator } from 'react-router';
import { adminSessionCalls } from '#features/people/office-calls.ts';
import { adminLoginPath } from '#features/people/sessions/client/require-user.ts';
import { isPermitted } from '#features/people/sessions/model/roles.ts';
import { useOperator } from '#features/site/operator/client/use-operator.ts';
import { missingDetails } from '#features/site/operator/model/operator-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UNDO_EVENT } from '#lib/pages/form-action.ts';
import { browserLoader, type Load, serverLoader } from '#lib/pages/loader.ts';
import { onAdminSignedOut, rememberAdmin } from '#lib/session/stored-admin.ts';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { PageMain } from '../page-main.tsx';
import { OWN_MAIN } from '../site-shell.tsx';
import { linksOf } from './admin-links.ts';
import { AdminBar, AdminSide, type SignedInAdmin } from './admin-nav.tsx';
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
