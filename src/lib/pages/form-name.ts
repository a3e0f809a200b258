/** The field by which a form of a page with several says which it is. */
export const FORM_NAME = 'form';
