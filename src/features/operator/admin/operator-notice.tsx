import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { useOperator } from '../client/use-operator.ts';
import { missingDetails } from '../model/operator-fields.ts';

/** Warns that visitors see gaps in the operator's details. `mayEdit` adds the link to the form. */
export function OperatorNotice({ mayEdit }: { mayEdit: boolean }) {
  const t = useTranslator();
  const operator = useOperator();
  const missing = operator ? missingDetails(operator) : [];
  if (missing.length === 0) return null;
  const what = t.list(missing.map((field) => t(`operator.missing.${field}`)));
  return (
    <p className="mb-4 flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-sm">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-waiting" />
      <span>
        {t('admin.operator.missing', { what })}{' '}
        {mayEdit && (
          <Link to={paths.operator} className={TEXT_LINK}>
            {t('admin.operator.enter')}
          </Link>
        )}
      </span>
    </p>
  );
}
