import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useStoredName } from '#lib/session/stored-user.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { askPath, OFFICE } from '../model/thread.ts';

/** Offers a conversation with the office to logged-in users. The page is the same for everybody until scripts have loaded. */
export function InsideNote() {
  const t = useTranslator();
  if (useStoredName() === null) return null;
  return (
    <p className="rounded-md border border-line bg-surface p-4">
      {t('contact.inside')}{' '}
      <Link to={askPath(OFFICE)} className={TEXT_LINK}>
        {t('contact.inside.link')}
      </Link>
    </p>
  );
}
