const LIGHTS = ['green', 'amber', 'red'] as const;

/** What the page showed about the import of the car, and for whom the buyer declared that it is, from the fields of a form. */
export function declarationOf({
  shown_light,
  buying_for: name = '',
  buying_for_country: country = '',
}: Record<string, string>) {
  const shown = LIGHTS.find((light) => light === shown_light);
  return {
    ...(shown && { shown_light: shown }),
    ...(name.trim() !== '' && country !== '' && { buying_for: { name, country } }),
  };
}
