import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

const ABBREVIATION = /\b([A-Z]{3,7}|RoRo)\b/;

/** A text whose terms of trade explain themselves when they are pressed. The glossary is `messages/<locale>/glossary.json`. */
export function WithTerms({ text }: { text: string }) {
  const t = useTranslator();
  return text
    .split(ABBREVIATION)
    .map((part, place) =>
      place % 2 === 1 && t.hasMessage(`glossary.${part}`) ? (
        <Term key={String(place)} term={part} about={t(`glossary.${part}` as 'glossary.FOB')} />
      ) : (
        part
      ),
    );
}

function Term({ term, about }: { term: string; about: string }) {
  const t = useTranslator();
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('glossary.about', { term })}
        className="-m-3 p-3 underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        {term}
      </button>
      <span
        id={id}
        popover="auto"
        className="m-auto max-w-[min(24rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-5 font-normal text-base text-ink shadow-float"
      >
        <span className="block font-semibold">{term}</span>
        {about}
      </span>
    </>
  );
}
