import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { useUnseen } from '../client/unseen.ts';

const MOST_SHOWN = 99;

/** Leads a signed-in user to the notifications, with the number of unseen ones. */
export function Bell({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslator();
  const unseen = useUnseen(isSignedIn);
  return (
    <Link
      to={paths.notifications}
      aria-label={unseen > 0 ? t('shell.bell.unseen', { count: unseen }) : t('shell.bell')}
      className="signed-in relative grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
    >
      <Icon name="bell" />
      {unseen > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute end-0.5 top-0.5 min-w-5 rounded-full bg-ink px-1 text-center text-ground text-sm leading-5"
        >
          {unseen > MOST_SHOWN ? `${MOST_SHOWN}+` : unseen}
        </span>
      )}
    </Link>
  );
}
