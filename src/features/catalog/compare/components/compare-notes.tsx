import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { removeComparedCar } from '../client/stored-compared-cars.ts';
import type { ComparedAddress } from '../model/compared-cars.ts';

type CompareNotesProps = {
  address: ComparedAddress;
  /** Numbers of cars that are not public. */
  missing: number[];
  searchWithout: (id: number) => string;
};

/** What the address names and the comparison does not show. */
export function CompareNotes({ address: { ignored, leftOut }, missing, searchWithout }: CompareNotesProps) {
  const t = useTranslator();
  if (ignored.length + leftOut.length + missing.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {missing.map((id) => (
        <Note key={id}>
          {t('compare.missing', { id: String(id) })}{' '}
          <Link
            to={{ search: searchWithout(id) }}
            preventScrollReset
            onClick={() => removeComparedCar(id)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('compare.removeNumber', { id: String(id) })}
          </Link>
        </Note>
      ))}
      {leftOut.length > 0 && <Note>{t('compare.leftOut', { cars: leftOut.join(', ') })}</Note>}
      {ignored.length > 0 && (
        <Note>
          {t('compare.ignored', { words: ignored.map((word) => `“${word}”`).join(', '), count: ignored.length })}
        </Note>
      )}
    </ul>
  );
}

function Note({ children }: { children: React.ReactNode }) {
  return <li className="break-words rounded-md bg-waiting-ground px-4 py-2 text-waiting">{children}</li>;
}
