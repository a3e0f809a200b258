import type { Offer } from '#features/catalog/listings/model/listing.ts';

/** Steps that people report. */
export const REPORTED_STEPS = [
  'inspection',
  'export_papers',
  'at_port',
  'loaded',
  'sailed',
  'bill_of_lading',
  'arrived',
  'discharged',
  'released',
  'pick_up',
  'return',
] as const;
export type ReportedStep = (typeof REPORTED_STEPS)[number];
/** The steps that are not reported are derived from the payments and states of an order. */
export type Step = ReportedStep | 'deposit' | 'balance' | 'handed_over';

/** The steps of an order in their sequence. */
export const STEPS_OF: Record<Offer, readonly Step[]> = {
  Sell: [
    'deposit',
    'inspection',
    'balance',
    'export_papers',
    'at_port',
    'loaded',
    'sailed',
    'bill_of_lading',
    'arrived',
    'discharged',
    'released',
    'handed_over',
  ],
  Rent: ['deposit', 'balance', 'pick_up', 'return'],
};
export const ALL_STEPS = [...new Set([...STEPS_OF.Sell, ...STEPS_OF.Rent])];

/** Steps about papers: progress of the car does not prove that they exist. */
const PAPER_STEPS: readonly Step[] = ['export_papers', 'bill_of_lading'];

/** Steps that sellers may report. The operator reports what happens after departure. */
const SELLER_STEPS: readonly ReportedStep[] = [
  'inspection',
  'export_papers',
  'at_port',
  'loaded',
  'sailed',
  'bill_of_lading',
  'pick_up',
  'return',
];

/** The steps that a vessel reports for all cars on it. */
export const SAILING_STEPS = ['loaded', 'sailed', 'arrived', 'discharged'] as const satisfies ReportedStep[];
export type SailingStep = (typeof SAILING_STEPS)[number];

export const STEP_OWNERS = ['buyer', 'seller', 'operator', 'carrier'] as const;
export type StepOwner = (typeof STEP_OWNERS)[number];

export const BILL_FORMS = ['original', 'surrendered', 'waybill'] as const;
export type BillForm = (typeof BILL_FORMS)[number];

export const FILE_KINDS = [
  'export_licence',
  'deregistration',
  'customs_declaration',
  'makers_letter',
  'bill_of_lading',
  'inspection',
  'insurance',
  'invoice',
  'delivery_order',
  'conformity_certificate',
  'import_papers',
  'photo',
  'other',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The kinds of files that an order can have. A rented car is not exported. */
export const KINDS_OF: Record<Offer, readonly FileKind[]> = {
  Sell: FILE_KINDS,
  Rent: ['insurance', 'invoice', 'photo', 'other'],
};

/** The kinds of files that prove a step. */
export const EVIDENCE: Partial<Record<Step, readonly FileKind[]>> = {
  inspection: ['inspection', 'photo'],
  export_papers: ['export_licence', 'deregistration', 'customs_declaration'],
  at_port: ['photo'],
  loaded: ['photo'],
  bill_of_lading: ['bill_of_lading'],
  discharged: ['photo'],
  released: ['delivery_order'],
  pick_up: ['photo'],
  return: ['photo'],
};

export function isReported(step: Step): step is ReportedStep {
  return (REPORTED_STEPS as readonly Step[]).includes(step);
}

/** Returns whether a later step of the car proves this one. */
export function isImplied(step: Step): boolean {
  return isReported(step) && !PAPER_STEPS.includes(step);
}

/** Steps that a car may have passed before it was ordered. */
const EARLY_STEPS: readonly ReportedStep[] = ['inspection', 'export_papers', 'at_port'];

export function isAfterOrder(step: ReportedStep): boolean {
  return !EARLY_STEPS.includes(step);
}

export function maySellerReport(step: ReportedStep): boolean {
  return SELLER_STEPS.includes(step);
}

/** Returns whether a step is agreed to the hour, in the time zone of the car. Others are agreed to the day. */
export const hasHour = (step: Step) => step === 'pick_up' || step === 'return';
