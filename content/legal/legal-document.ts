/** A legal text as it is shown: numbered sections of paragraphs. */
export type LegalDocument = { title: string; date: string; sections: { heading: string; paragraphs: string[] }[] };
