import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { removeComparedCar } from '../client/stored-compared-cars.ts';
import { type ComparedCar, comparedSearch } from '../model/compared-cars.ts';
import './compare-bar.css';

export default function CompareBar({ cars }: { cars: ComparedCar[] }) {
  const t = useTranslator();
  const search = comparedSearch(cars.map(({ id }) => id));
  return (
    <section aria-label={t('compare.bar')} className="compare-bar">
      <div className="mx-auto flex max-w-[86rem] items-center justify-between gap-3 px-4 md:px-8">
        <ul className="flex gap-2">
          {cars.map(({ id, name, picture }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t('compare.remove', { car: name })}
                onClick={() => removeComparedCar(id)}
                className="relative grid size-11 content-center overflow-hidden rounded-sm border border-line-strong md:size-14"
              >
                <CarPicture
                  image={picture === undefined ? undefined : { url: picture }}
                  alt=""
                  sizes="3.5rem"
                  unlabeled
                />
                <span className="absolute end-0 top-0 rounded-es-sm bg-surface">
                  <Icon name="close" className="size-4" />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {cars.length > 1 ? (
          <LinkButton to={{ pathname: paths.compare, search }} kind="strong" className="shrink-0 px-4">
            {t('compare.go', { count: cars.length })}
          </LinkButton>
        ) : (
          <p className="text-sm">{t('compare.more')}</p>
        )}
      </div>
    </section>
  );
}
