import { Link } from 'react-router';
import { PROMISE_VERSION } from '#content/promise/as-described.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** Says that a car for sale has the promise, and leads to its terms. */
export function PromiseNote() {
  const t = useTranslator();
  return (
    <aside className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4">
      <Icon name="shield" className="mt-0.5 size-6 shrink-0 text-verified" />
      <p>
        {t('promise.note')}{' '}
        <Link to={paths.promise} className={TEXT_LINK}>
          {t('promise.seeVersion', { version: t.number(PROMISE_VERSION) })}
        </Link>
      </p>
    </aside>
  );
}
