import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { formatCents } from '#lib/money.ts';

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Amounts are written down in cents, by names that end so. */
function inText(name: string, value: unknown): string {
  if (isNothing(value)) return '–';
  if (typeof value === 'number' && name.endsWith('Cents')) return formatCents(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an entry of the audit log says beside who and what: each changed value before and after, and the rest as it is. */
export function AuditDetails({ details }: { details: Values }) {
  const t = useTranslator();
  const { before, after, changed: _changed, ...others } = details;
  const rest = Object.entries(others).filter(([, value]) => !isNothing(value));
  const [was, is] = [isValues(before) ? before : {}, isValues(after) ? after : {}];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !isNothing(was[field]) || !isNothing(is[field]),
  );
  if (fields.length === 0 && rest.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-sm">
      {fields.map((field) => (
        <li key={field} className="wrap-anywhere">
          {t('admin.audit.change', { field, before: inText(field, was[field]), after: inText(field, is[field]) })}
        </li>
      ))}
      {rest.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {name.replace(/Cents$/, '')}: {inText(name, value)}
        </li>
      ))}
    </ul>
  );
}
