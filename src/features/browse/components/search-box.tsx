import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';

const MAX_LENGTH = 200;

type SearchBoxProps = {
  /** Id of the form, which filters elsewhere on the page also belong to. */
  form: string;
  action: string;
  /** The current search text; empty if there is none. */
  q: string;
  onSearch: (text: string) => void;
  /** Hidden fields, submitted without JavaScript. */
  children?: React.ReactNode;
};

export function SearchBox({ form, action, q, onSearch, children }: SearchBoxProps) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; after: string } | null>(null);
  const text = typed?.after === q ? typed.text : q;
  const setText = (next: string) => setTyped({ text: next, after: q });

  /** Keeps text typed before the page's scripts ran. */
  useLayoutEffect(() => setTyped({ text: input.current?.value ?? q, after: q }), [q]);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (query !== '') onSearch(query);
  };
  const empty = () => {
    setText('');
    input.current?.focus();
    if (q !== '') onSearch('');
  };
  return (
    <search>
      <form id={form} action={action} method="get" autoComplete="off" onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          {t('explore.search.label')}
        </label>
        {children}
        <div className="relative grow">
          <input
            ref={input}
            id={id}
            name="q"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t('explore.search.placeholder')}
            className="h-12 w-full rounded-md border border-line-strong bg-surface ps-4 pe-11 text-ellipsis placeholder:text-ink-soft"
          />
          {text !== '' && (
            <button
              type="button"
              onClick={empty}
              aria-label={t('explore.search.empty')}
              className="absolute inset-y-0 end-0 grid w-11 place-items-center text-ink-soft hover:text-ink noscript:hidden"
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
        </div>
        <button
          type="submit"
          disabled={typed !== null && text.trim() === ''}
          className="flex h-12 shrink-0 items-center gap-2 rounded-md bg-action px-3.5 font-semibold text-on-action hover:bg-action-strong disabled:bg-line disabled:text-ink-soft sm:px-6"
        >
          <Icon name="search" />
          <span className="max-sm:sr-only">{t('explore.search.submit')}</span>
        </button>
      </form>
    </search>
  );
}
