/** Why nobody can collect a lost car: no bill of lading was issued, all originals are back, or the carrier stopped its release. */
export const BILLS_OF_LOST = ['not_issued', 'surrendered', 'stopped'] as const;
