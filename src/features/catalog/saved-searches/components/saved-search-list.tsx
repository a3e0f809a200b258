import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { useFocusWhenLost } from '#ui/use-focus-when-lost.ts';
import type { CountedSearchResponse, SavedSearchResponse } from '../model/saved-search-contract.ts';

type Rhythm = SavedSearchResponse['rhythm'];
const RHYTHMS: Rhythm[] = ['at_once', 'daily', 'weekly'];

/** Asks how often to tell of a search, and for an email if the visitor is not known. A saved search is in the list below. */
export function AddSearch({
  added,
  rhythm,
  isKnown,
}: {
  added: CountedSearchResponse;
  rhythm: string | null;
  isKnown: boolean;
}) {
  const t = useTranslator();
  const {
    name,
    query,
    cars,
    is_least: isLeast,
    may_be_at_once: mayBeAtOnce,
    most_at_once: most,
    saved_id: saved,
  } = added;
  if (saved !== null) return <p role="status">{t('searches.alreadySaved', { name })}</p>;
  const offered = RHYTHMS.filter((each) => mayBeAtOnce || each !== 'at_once');
  return (
    <section aria-labelledby="add" className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 id="add" className="wrap-anywhere text-xl">
        {name}
      </h2>
      <p className="figures">{t(isLeast ? 'searches.now.least' : 'searches.now', { count: cars })}</p>
      {!mayBeAtOnce && <p>{t('searches.notAtOnce', { most })}</p>}
      <ActionForm name="save">
        <input type="hidden" name="query" value={query === '' ? '?' : query} />
        <SelectField
          name="rhythm"
          label={t('searches.rhythm')}
          defaultValue={offered.find((each) => each === rhythm) ?? offered[0]}
          options={offered.map((value) => ({ value, label: t(`searches.rhythm.${value}`) }))}
        />
        {!isKnown && (
          <TextField
            name="email"
            type="email"
            autoComplete="email"
            label={t('searches.email')}
            hint={t('searches.email.hint')}
            required
          />
        )}
        <SubmitButton busy={t('searches.adding')}>{t('searches.add')}</SubmitButton>
      </ActionForm>
    </section>
  );
}

export function SavedSearchList({ searches }: { searches: SavedSearchResponse[] }) {
  const list = useFocusWhenLost<HTMLUListElement>(searches);
  return (
    <ul ref={list} tabIndex={-1} className="grid gap-4">
      {searches.map((search) => (
        <SavedSearch key={search.id} search={search} />
      ))}
    </ul>
  );
}

function SavedSearch({ search }: { search: SavedSearchResponse }) {
  const t = useTranslator();
  const { id, name, query, rhythm, cars, is_followed_seller: isSeller, is_muted: isMuted } = search;
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="grid gap-1">
        <h2 className="wrap-anywhere text-lg">
          <Link to={paths.explore + query} className={TEXT_LINK}>
            {name}
          </Link>
        </h2>
        <p className="figures text-ink-soft">
          {isSeller && `${t('searches.followed')} · `}
          {t('searches.cars', { count: cars })}
        </p>
        {isMuted && <p>{t('searches.muted')}</p>}
      </div>
      <ActionForm name="change" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="id" value={id} />
        <SelectField
          key={rhythm}
          name="rhythm"
          label={t('searches.rhythm')}
          defaultValue={rhythm}
          options={RHYTHMS.map((value) => ({ value, label: t(`searches.rhythm.${value}`) }))}
        />
        <SubmitButton kind="quiet" busy={t('searches.rhythm.changing')}>
          {t('searches.rhythm.change')}
        </SubmitButton>
      </ActionForm>
      <div className="flex flex-wrap gap-3">
        <ActionForm name="mute">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="muted" value={String(!isMuted)} />
          <SubmitButton kind="quiet" busy={t('searches.rhythm.changing')}>
            {t(isMuted ? 'searches.unmute' : 'searches.mute')}
          </SubmitButton>
        </ActionForm>
        <ActionForm name="remove">
          <input type="hidden" name="id" value={id} />
          <SubmitButton kind="quiet" busy={t('searches.removing')} aria-label={t('searches.removeNamed', { name })}>
            {t('searches.remove')}
          </SubmitButton>
        </ActionForm>
      </div>
    </li>
  );
}
