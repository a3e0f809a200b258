import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { type ChoiceFilter, optionMessage } from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { type Column, DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { OTHER_CHOICE_FILTERS, SELECTABLE_STATUSES } from '../model/admin-listing.ts';
import type { AdminCardResponse } from '../model/admin-listing-contract.ts';
import { orderedOptions } from './listing-fields.tsx';
import { ListingState } from './listing-state-badge.tsx';

export function CarTable({ cars }: { cars: AdminCardResponse[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const [deleting, setDeleting] = useState<AdminCardResponse | null>(null);
  const order = search.get('order') === 'desc' ? 'desc' : 'asc';
  const columns: Column<AdminCardResponse>[] = [
    {
      id: 'image',
      head: t('manage.column.image'),
      // A car without a photo would have an empty name.
      isName: false,
      cell: (car) => (
        <div className="w-28 overflow-hidden rounded-md">
          <CarPicture image={car.images[0]} alt={listingName(car)} sizes="7rem" maxWidth={640} />
        </div>
      ),
    },
    {
      id: 'car',
      head: t('manage.column.car'),
      isName: true,
      cell: (car) => (
        <div>
          <span className="block font-semibold">{[car.make, car.model, car.trim].filter(Boolean).join(' ')}</span>
          <span className="figures block text-ink-soft text-sm">
            {t('manage.number', { id: String(car.listing_id), user: String(car.user_id) })}
          </span>
        </div>
      ),
    },
    {
      id: 'year',
      head: t('manage.column.year'),
      cell: (car) => <span className="whitespace-nowrap">{car.year}</span>,
      figures: true,
    },
    {
      id: 'category',
      head: t('manage.column.category'),
      cell: (car) => (
        <span className="whitespace-nowrap">
          {car.carType ? t(`cars.carType.${car.carType}`) : t('cars.notAvailable')}
        </span>
      ),
    },
    {
      id: 'price',
      head: t('manage.column.price'),
      cell: (car) => (
        <span className="whitespace-nowrap">
          {t.dollars(car.price, 'whole')}
          {car.RentSell === 'Rent' && <span className="text-ink-soft">{t('cars.perDay')}</span>}
        </span>
      ),
      figures: true,
      sorts: true,
    },
    { id: 'status', head: t('manage.column.status'), cell: (car) => <ListingState listing={car} /> },
    { id: 'location', head: t('manage.column.location'), cell: (car) => car.location ?? t('cars.notAvailable') },
  ];
  return (
    <>
      <DataTable
        caption={t('manage.title')}
        columns={columns}
        rows={cars}
        keyOf={(car) => car.listing_id}
        nameOf={listingName}
        order={{ sort: search.get('sort') ?? '', order }}
        empty={t('manage.none')}
        actions={(car) => (
          <>
            <RowLink
              icon="edit"
              label={t('admin.table.edit', { row: listingName(car) })}
              to={{ search: searchToOpen(search, 'edit', car.listing_id) }}
            />
            <RowLink
              icon="view"
              label={t('admin.table.view', { row: listingName(car) })}
              to={{ search: searchToOpen(search, 'view', car.listing_id) }}
            />
            <RowButton
              icon="trash"
              label={t('admin.table.delete', { row: listingName(car) })}
              onPress={() => setDeleting(car)}
            />
          </>
        )}
      />
      <ConfirmDialog
        title={t('manage.delete.title', { car: deleting ? listingName(deleting) : '' })}
        text={t('manage.delete.text')}
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        form="car delete"
        values={{ id: deleting?._id ?? '' }}
      />
    </>
  );
}

export function CarFilterPanel() {
  const t = useTranslator();
  const choiceFilter = (name: ChoiceFilter) => ({
    name,
    label: t(`explore.${name}`),
    options: orderedOptions(name).map((option) => ({ value: option, label: t(optionMessage(name, option)) })),
  });
  return (
    <FilterPanel
      fields={[
        { name: 'search', kind: 'search', label: t('manage.filter.search'), placeholder: t('manage.filter.searchFor') },
        { ...choiceFilter('carType'), name: 'category', label: t('manage.filter.category') },
        ...OTHER_CHOICE_FILTERS.map(choiceFilter),
        {
          name: 'status',
          label: t('manage.filter.status'),
          options: SELECTABLE_STATUSES.map((status) => ({ value: status, label: t(`car.status.${status}`) })),
        },
        { name: 'minPrice', kind: 'amount', label: t('manage.filter.minPrice') },
        { name: 'maxPrice', kind: 'amount', label: t('manage.filter.maxPrice') },
      ]}
    />
  );
}
