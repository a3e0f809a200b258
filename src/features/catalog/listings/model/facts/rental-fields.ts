/** When and where renters get this car, if not by the order terms at its location. Only cars for rent have them. */
export const RENTAL_FIELDS = {
  rentalPickUpHour: {
    kind: 'number',
    range: { min: 0, max: 23 },
    note: 'from which hour renters pick up the car, by its clock; null for the hours of the site',
    column: 'rental_pick_up_hour',
    in: 'details',
    step: 'condition',
    group: 'rental',
    imported: false,
  },
  rentalReturnHour: {
    kind: 'number',
    range: { min: 1, max: 24 },
    note: 'until which hour renters bring the car back; 24 is midnight',
    column: 'rental_return_hour',
    in: 'details',
    step: 'condition',
    group: 'rental',
    imported: false,
  },
  rentalPlace: {
    kind: 'text',
    maxLength: 120,
    note: 'where renters pick up the car and bring it back; null for its location',
    column: 'rental_place',
    in: 'details',
    step: 'condition',
    group: 'rental',
    imported: false,
  },
} as const;
