import { Link, useFetcher } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import { titleCase, useStoredName } from '#lib/session/stored-user.ts';
import { paths } from '#paths.ts';
import { Dropdown } from '#ui/dropdown.tsx';
import { Icon } from '#ui/icon.tsx';

const ITEM = 'flex min-h-11 w-full items-center rounded-md px-3 text-start hover:bg-sunken';

/** Menu of the signed-in user, in place of Sign In. */
export function UserMenu() {
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
