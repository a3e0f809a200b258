import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';

/** Beside a name that a user chose before such names were refused. */
export function LikeHouse() {
  const t = useTranslator();
  return (
    <span className="ms-2 inline-flex items-center gap-1.5 rounded-full bg-danger-ground px-2.5 py-0.5 font-semibold text-danger text-sm">
      <AdminIcon name="flag" className="size-4" />
      {t('admin.users.likeHouse')}
    </span>
  );
}
