import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { browserApi } from '#platform/api-client/browser-api.ts';
import { forgetStoredUser, titleCase, useStoredName } from '#platform/session/stored-user.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '../paths.ts';

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-start hover:bg-sunken';

/** What a signed-in person sees in place of Sign In. */
export function UserMenu() {
  const t = useWords();
  const name = useStoredName();
  const navigate = useNavigate();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  const logOut = async () => {
    close();
    try {
      await browserApi.post('/api/logout', {});
    } catch {
      return showToast(t('shell.logoutFailed'), 'failed');
    }
    forgetStoredUser();
    navigate(paths.login);
    showToast(t('shell.loggedOut'));
  };
  return (
    <details ref={menu} className="signed-in relative" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary
        aria-label={name ? t('shell.user.named', { name: titleCase(name) }) : t('shell.user')}
        className="flex h-11 list-none items-center gap-2 rounded-md px-2 font-semibold hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Icon name="user" />
        <span className="hidden max-w-40 truncate md:block">{name && titleCase(name)}</span>
      </summary>
      <ul className="absolute end-0 top-full z-40 w-52 rounded-lg border border-line bg-raised p-1.5 shadow-float">
        <li>
          <Link to={paths.dashboard} onClick={close} className={ITEM}>
            {t('shell.user.dashboard')}
          </Link>
        </li>
        <li>
          <Link to={paths.profile} onClick={close} className={ITEM}>
            {t('shell.user.profile')}
          </Link>
        </li>
        <li>
          <button type="button" onClick={logOut} className={ITEM}>
            {t('shell.user.logout')}
          </button>
        </li>
      </ul>
    </details>
  );
}
