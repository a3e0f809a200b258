import { useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useNavigate, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { Button } from '../button.tsx';
import { AdminIcon } from './admin-icon.tsx';
import { otherParameters, searchWith } from './list-page.tsx';

const TYPING_DELAY_MS = 350;

/** The inputs of text filters by kind. */
const INPUTS = {
  text: {},
  search: { type: 'search' },
  digits: { inputMode: 'numeric' },
  date: { type: 'date' },
  amount: { type: 'number', min: 0, step: 'any', inputMode: 'decimal' },
} as const satisfies Record<string, React.ComponentProps<'input'>>;

/** `name` is also the name in the URL. */
type TextFilter = { name: string; label: string; kind: keyof typeof INPUTS; placeholder?: string };
type ChoiceFilter = { name: string; label: string; options: { value: string; label: string }[] };

/** The field that is always shown, because most people look for something by typing. */
const isSearch = (field: TextFilter | ChoiceFilter): field is TextFilter =>
  !('options' in field) && field.name === 'search';

/**
 * The filters of a list, stored in the URL. A selection applies immediately, typed text after a short pause; without
 * scripts there is a button. All but the search start hidden unless one of them is set.
 */
export function FilterPanel({ fields }: { fields: (TextFilter | ChoiceFilter)[] }) {
  const t = useTranslator();
  const id = useId();
  const [search] = useSearchParams();
  const names = fields.map(({ name }) => name);
  const { form, apply, applySoon, forget } = useAddressForm(names, search);
  const [first, others] = [fields.find(isSearch), fields.filter((field) => !isSearch(field))];
  const [open, setOpen] = useState(() => others.some(({ name }) => search.get(name)));
  return (
    <section aria-label={t('admin.filters')}>
      <Form ref={form} method="get" onSubmit={apply} onInput={applySoon} className="grid gap-3">
        {otherParameters(search, names).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap items-end gap-x-2 gap-y-3">
          {first && (
            <div className="w-full sm:w-96">
              <FilterText {...first} />
            </div>
          )}
          {others.length > 0 && (
            <Button
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
              className="min-h-12 noscript:hidden"
            >
              {t(open ? 'admin.filters.hide' : 'admin.filters.show')}
            </Button>
          )}
          <Link
            to={{ search: searchWith(search, Object.fromEntries(names.map((name) => [name, undefined]))) }}
            preventScrollReset
            onClick={forget}
            className="inline-flex min-h-12 items-center gap-1.5 px-2 font-semibold text-link underline-offset-4 hover:underline"
          >
            <AdminIcon name="undo" className="size-4" />
            {t('admin.filters.reset')}
          </Link>
        </div>
        {others.length > 0 && (
          <div
            id={id}
            className={`grid grid-cols-1 items-end gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] ${open ? '' : 'hidden noscript:grid'}`}
          >
            {others.map((field) =>
              'options' in field ? (
                <FilterSelect key={field.name} {...field} />
              ) : (
                <FilterText key={field.name} {...field} />
              ),
            )}
          </div>
        )}
        <noscript>
          <button type="submit" className="h-12 justify-self-start rounded-md bg-ink px-5 font-semibold text-ground">
            {t('admin.filters.apply')}
          </button>
        </noscript>
      </Form>
    </section>
  );
}

/** Keeps the fields of a form and the URL in sync. */
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
    /** Cancels a pending search and clears the fields. */
    forget() {
      clearTimeout(timer.current);
      for (const name of names) {
        const field = fieldOf(name);
        if (field) field.value = '';
      }
    },
    applySoon({ target }: React.FormEvent) {
      clearTimeout(timer.current);
      timer.current = setTimeout(send, target instanceof HTMLSelectElement ? 0 : TYPING_DELAY_MS);
    },
  };
}

/** A field without options. One with a placeholder is twice as wide, so that the placeholder fits. */
function FilterText({ name, label, kind, placeholder }: TextFilter) {
  const [search] = useSearchParams();
  const input = (
    <TextField
      maxLength={200}
      autoComplete="off"
      {...INPUTS[kind]}
      placeholder={placeholder}
      name={name}
      label={label}
      defaultValue={search.get(name) ?? ''}
    />
  );
  return placeholder ? <div className="sm:col-span-2">{input}</div> : input;
}

/** A select filter. Its first option matches everything. */
function FilterSelect({ name, label, options }: ChoiceFilter) {
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
