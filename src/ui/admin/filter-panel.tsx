import { useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useNavigate, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '../button.tsx';
import { SelectField } from '../forms/select-field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { AdminIcon } from './admin-icon.tsx';
import { besideFields, searchWith } from './admin-search.ts';

const TYPED_MS = 350;
const ROOMY = '(min-width: 48rem)';

type FilterPanelProps = {
  /** The names of its fields in the address. */
  names: readonly string[];
  children: React.ReactNode;
};

/**
 * The filters of a list, kept in the address: a choice counts at once, typing after a short rest, and without scripts by a button.
 * On small screens they begin hidden.
 */
export function FilterPanel({ names, children }: FilterPanelProps) {
  const t = useTranslator();
  const id = useId();
  const [search] = useSearchParams();
  const { form, apply, applySoon, forget } = useAddressForm(names, search);
  const [open, setOpen] = useState<boolean | null>(null);
  useEffect(() => setOpen((chosen) => chosen ?? matchMedia(ROOMY).matches), []);
  const hidden = open === null ? 'max-md:hidden noscript:grid' : open ? '' : 'hidden';
  return (
    <section aria-label={t('admin.filters')} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-expanded={open ?? undefined}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="noscript:hidden"
        >
          {open === false ? t('admin.filters.show') : t('admin.filters.hide')}
        </Button>
        <Link
          to={{ search: searchWith(search, Object.fromEntries(names.map((name) => [name, undefined]))) }}
          preventScrollReset
          onClick={forget}
          className="inline-flex min-h-11 items-center gap-1.5 px-2 font-semibold text-link underline-offset-4 hover:underline"
        >
          <AdminIcon name="undo" className="size-4" />
          {t('admin.filters.reset')}
        </Link>
      </div>
      <Form
        ref={form}
        id={id}
        method="get"
        onSubmit={apply}
        onInput={applySoon}
        className={`grid grid-cols-1 items-end gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] ${hidden}`}
      >
        {besideFields(search, names).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <noscript>
          <button type="submit" className="h-12 self-end rounded-md bg-ink px-5 font-semibold text-ground">
            {t('admin.filters.apply')}
          </button>
        </noscript>
      </Form>
    </section>
  );
}

/** A form whose fields and the address say the same: whichever changes, the other follows. */
function useAddressForm(names: readonly string[], search: URLSearchParams) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fieldOf = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null;
  const send = () => {
    clearTimeout(timer.current);
    const typed = names.map((name) => [name, fieldOf(name)?.value.trim()]);
    const next = searchWith(search, Object.fromEntries(typed));
    if (next !== searchWith(search, {})) void navigate({ search: next }, { replace: true, preventScrollReset: true });
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields follow the address, not the other way round
  useEffect(() => {
    for (const name of names) {
      const field = fieldOf(name);
      if (field && field !== document.activeElement) field.value = search.get(name) ?? '';
    }
  }, [search]);
  return {
    form,
    apply(event: React.FormEvent) {
      event.preventDefault();
      send();
    },
    /** What was typed last is not asked for any more, nor does it stay. */
    forget() {
      clearTimeout(timer.current);
      for (const name of names) {
        const field = fieldOf(name);
        if (field) field.value = '';
      }
    },
    applySoon({ target }: React.FormEvent) {
      clearTimeout(timer.current);
      timer.current = setTimeout(send, target instanceof HTMLSelectElement ? 0 : TYPED_MS);
    },
  };
}

type FilterFieldProps = { name: string; label: string };

/** A filter that is typed: text, or with `type` a date or a number. */
export function FilterText({ name, label, ...input }: FilterFieldProps & React.ComponentProps<'input'>) {
  const [search] = useSearchParams();
  return (
    <TextField
      maxLength={200}
      autoComplete="off"
      {...input}
      name={name}
      label={label}
      defaultValue={search.get(name) ?? ''}
    />
  );
}

/** A filter that is chosen; the first option asks for everything. */
export function FilterSelect({
  name,
  label,
  options,
}: FilterFieldProps & { options: { value: string; label: string }[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  return (
    <SelectField
      name={name}
      label={label}
      defaultValue={search.get(name) ?? ''}
      options={[{ value: '', label: t('admin.filters.any') }, ...options]}
    />
  );
}
