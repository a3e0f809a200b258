/** Classes of a link or button in running text, with a touch target of 44 px. */
export const TEXT_LINK =
  'inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:no-underline';
