import { useLocation, useRouteLoaderData } from 'react-router';
import { Icon } from '#ui/icon.tsx';

/** What the last page had to say when no script could: as a toast would, above the page that it led to. */
export function NoticeBar() {
  const notice = (useRouteLoaderData('root') as { notice: string | null } | undefined)?.notice;
  const { key } = useLocation();
  if (!notice || key !== 'default') return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-verified-ground px-4 py-2 font-semibold text-verified"
    >
      <Icon name="check" />
      {notice}
    </p>
  );
}
