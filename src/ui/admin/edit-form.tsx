import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { Button } from '../button.tsx';
import { ActionForm } from '../forms/action-form.tsx';
import { useFormState } from '../forms/form-field.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { Icon } from '../icon.tsx';
import { type FieldChange, refreshFields } from './refresh-fields.ts';

const VERSION = 'version';

type EditFormProps = {
  /** The form of the page's `act`. */
  name: string;
  /** The version that the person edits; it travels as `version`. */
  version: number;
  /** The stored values by field name, of the same version. A checkbox has 'on' or ''. */
  values: Record<string, string>;
  check?: (values: Record<string, unknown>) => Record<string, MessageKey> | null;
  onDone: () => void;
  /** The fields, with `defaultValue` from `values`. */
  children: React.ReactNode;
};

/**
 * Edits something that others may edit at the same time. A save that came too late (409 that names the field `version`) is explained
 * here; 'Reload latest' brings what is stored now into the fields that were not touched, says where it differs from what was typed,
 * and keeps what was typed.
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

/** Stands while a save has been refused for its version and the newer one has not been loaded. */
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

/** What has come with the latest version, where it differs from what the person has typed. */
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
