import { createContext } from 'react';
import type { Destination } from '#features/customs/import-rules/model/destination.ts';

/** The destination that a page is about, such as the page of a country. It comes before the stored one. */
export const PageDestination = createContext<Destination | null>(null);
