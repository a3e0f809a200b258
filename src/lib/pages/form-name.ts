/** Name of the hidden field with the form's name, on pages with several forms. */
export const FORM_NAME = 'form';
