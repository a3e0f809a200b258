/** Look of a link or button in running text that is still as tall as a thumb needs. */
export const TEXT_LINK =
  'inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:no-underline';
