import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import type { AdminUser } from '../model/admin-account-contract.ts';

/** The name of a user. A reserved name was chosen before such names were refused, or before the operator's name changed. */
export function UserName({ user: { name, hasReservedName } }: { user: Pick<AdminUser, 'name' | 'hasReservedName'> }) {
  const t = useTranslator();
  if (!hasReservedName) return name;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {name}
      <span className="inline-flex items-center gap-1.5 rounded-full bg-danger-ground px-2.5 py-0.5 font-semibold text-danger text-sm">
        <AdminIcon name="flag" className="size-4" />
        {t('admin.users.reservedName')}
      </span>
    </span>
  );
}
