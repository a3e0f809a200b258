import { Link } from 'react-router';
import { OperatorLine } from '#features/site/operator/components/operator-line.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';

const LINK = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline';

/** Header without navigation. */
export function PlainHeader() {
  const t = useTranslator();
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground">
      <div className="mx-auto flex h-16 max-w-5xl items-center gap-2 px-4 md:px-8">
        <Link to={paths.home} aria-label={t('shell.home')} className="me-auto rounded-md">
          <Logo />
        </Link>
        <Link to={paths.contact} className={`${LINK} px-2 font-semibold`}>
          <Icon name="chat" />
          {t('shell.nav.contact')}
        </Link>
        <ThemeToggle />
      </div>
    </header>
  );
}

/** Footer with the company that operates the site. */
export function PlainFooter() {
  const t = useTranslator();
  return (
    <footer className="border-line border-t text-ink-soft text-sm">
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4 py-3 md:px-8">
        <p>{t('shell.footer.rights', { year: String(new Date().getUTCFullYear()) })}</p>
        <OperatorLine marksGaps={false} />
        <Link to={paths.contact} className={LINK}>
          {t('shell.footer.contact')}
        </Link>
      </div>
    </footer>
  );
}
