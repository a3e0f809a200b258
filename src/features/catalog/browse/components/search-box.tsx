import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Suggestion } from '../model/search-contract.ts';
import { optionId, SuggestionList, searchOfSuggestion } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

const MAX_LENGTH = 200;

type SearchBoxProps = {
  /** Id of the form, which filters elsewhere on the page also belong to. */
  form: string;
  action: string;
  /** The current search text; empty if there is none. */
  q: string;
  mode: 'buy' | 'rent';
  onSearch: (text: string) => void;
  /** Opens the page of a suggestion, by the query part of its URL. */
  onSuggestion: (search: string) => void;
  /** Hidden fields, submitted without JavaScript. */
  children?: React.ReactNode;
};

/** A combobox with suggestions (ARIA pattern: list autocomplete with manual selection). */
export function SearchBox({ form, action, q, mode, onSearch, onSuggestion, children }: SearchBoxProps) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; after: string } | null>(null);
  const text = typed?.after === q ? typed.text : q;
  const setText = (next: string) => setTyped({ text: next, after: q });

  const list = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const suggestions = useSuggestions(isOpen ? text : null, mode);
  const isShown = suggestions.length > 0;
  const current = active !== null && active < suggestions.length ? active : null;
  const close = () => {
    setIsOpen(false);
    setActive(null);
  };
  const type = (next: string) => {
    setText(next);
    setIsOpen(true);
    setActive(null);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    setText('');
    onSuggestion(searchOfSuggestion(suggestion, mode));
  };
  /** Beyond both ends of the list is the text box itself. */
  const move = (step: 1 | -1) => {
    const places = suggestions.length + 1;
    const place = current === null ? 0 : current + 1;
    const next = (place + step + places) % places;
    setActive(next === 0 ? null : next - 1);
  };
  const pressKey = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' && !isShown) setIsOpen(true);
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp' && isShown) move(-1);
    else if (key === 'Escape' && isShown) close();
    else if (key === 'Enter' && current !== null) choose(suggestions[current]!);
    else return;
    event.preventDefault();
  };

  /** Keeps text typed before the page's scripts ran. */
  useLayoutEffect(() => setTyped({ text: input.current?.value ?? q, after: q }), [q]);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    close();
    const query = text.trim();
    if (query !== '') onSearch(query);
  };
  const empty = () => {
    close();
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
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? list : undefined}
            aria-activedescendant={current === null ? undefined : optionId(list, current)}
            onChange={(event) => type(event.target.value)}
            onKeyDown={pressKey}
            onBlur={close}
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
          {isShown && (
            <SuggestionList id={list} suggestions={suggestions} mode={mode} active={current} onChoose={choose} />
          )}
          <span role="status" className="sr-only">
            {isShown && t('explore.suggestions.count', { count: suggestions.length })}
          </span>
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
