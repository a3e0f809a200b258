import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { SubmitButton } from '#ui/forms/action-form.tsx';
import { useFormState } from '#ui/forms/fields.tsx';
import { Button } from '../button.tsx';
import { ActionForm } from '../forms/action-form.tsx';
import { Icon } from '../icon.tsx';

const VERSION = 'version';

type EditFormProps = {
  /** Name of the form in the page's action. */
  name: string;
  /** Version of the values being edited; sent as `version`. */
  version: number;
  /** Stored values of this version by field name. A checkbox has 'on' or ''. */
  values: Record<string, string>;
  check?: (values: Record<string, unknown>) => Record<string, MessageKey> | null;
  onDone: () => void;
  /** The fields, with `defaultValue` from `values`. */
  children: React.ReactNode;
};

/**
 * A form with optimistic locking. If a save fails because the version is outdated (409 with the field `version`), it
 * explains that. 'Reload latest' updates untouched fields, keeps edited ones, and lists where stored and edited values
 * differ.
 */
export function EditForm({ name, version, values, check, onDone, children }: EditFormProps) {
  const t = useTranslator();
  const fields = useRef<HTMLDivElement>(null);
  const base = useRef(values);
  const [changes, setChanges] = useState<FieldChange[] | null>(null);
  const shownVersion = useRef(version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are those of the version
  useEffect(() => {
    if (shownVersion.current === version) return;
    const form = fields.current?.closest('form');
    if (form) setChanges(refreshFields(form, base.current, values));
    shownVersion.current = version;
    base.current = values;
  }, [version]);
  return (
    <ActionForm name={name} {...(check && { check })} onDone={onDone}>
      <input type="hidden" name={VERSION} value={version} />
      <StaleNotice version={version} />
      {changes && <Reloaded changes={changes} />}
      <div ref={fields} className="grid gap-4">
        {children}
      </div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton busy={t('admin.edit.saving')}>{t('admin.edit.save')}</SubmitButton>
        <Button onClick={onDone}>{t('admin.edit.cancel')}</Button>
      </div>
    </ActionForm>
  );
}

/** Shown after a save was rejected for its version, until the newer version is loaded. */
function StaleNotice({ version }: { version: number }) {
  const t = useTranslator();
  const { revalidate, state } = useRevalidator();
  const refused = useFormState().problems[VERSION] !== undefined;
  const [staleVersion, setStaleVersion] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each refusal, the version that was refused
  useEffect(() => {
    setStaleVersion(refused ? version : 0);
    if (refused) button.current?.focus();
  }, [refused]);
  if (!refused || (staleVersion !== 0 && version !== staleVersion)) return null;
  return (
    <div role="alert" className="grid gap-3 rounded-md border border-waiting bg-waiting-ground p-3 text-waiting">
      <p className="flex gap-2">
        <Icon name="warning" className="mt-0.5 size-5" />
        {t('admin.edit.stale')}
      </p>
      <Button ref={button} onClick={() => revalidate()} aria-disabled={state !== 'idle' || undefined}>
        {t('admin.edit.reload')}
      </Button>
    </div>
  );
}

/** Lists the stored values of the latest version that differ from edited fields. */
function Reloaded({ changes }: { changes: FieldChange[] }) {
  const t = useTranslator();
  return (
    <div role="status" className="grid gap-1 rounded-md border border-line-strong bg-sunken p-3">
      <p>{t('admin.edit.reloaded')}</p>
      <ul className="grid gap-1">
        {changes.map(({ field, value }) => (
          <li key={field} className="wrap-anywhere">
            {t('admin.edit.changedTo', { field, value: value || t('admin.edit.empty') })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A conflict: label and stored value of a field that both this user and another one have changed. */
type FieldChange = { field: string; value: string };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Updates the fields that still have their old stored value; edited fields stay unchanged.
 * @returns the edited fields whose new stored value differs
 */
function refreshFields(
  form: HTMLFormElement,
  before: Record<string, string>,
  now: Record<string, string>,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [name, stored] of Object.entries(now)) {
    const field = form.elements.namedItem(name) as Field | null;
    if (!field || field.type === 'hidden') continue;
    const shown = fieldValue(field);
    if (shown === before[name]) setValue(field, stored);
    else if (stored !== before[name] && stored !== shown) changes.push({ field: labelOf(field), value: stored });
  }
  return changes;
}

const isCheckbox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const labelOf = (field: Field) => field.labels?.[0]?.textContent ?? field.name;
const fieldValue = (field: Field) => (isCheckbox(field) ? (field.checked ? 'on' : '') : field.value);

function setValue(field: Field, value: string): void {
  if (isCheckbox(field)) field.checked = value === 'on';
  else field.value = value;
}
