const LIGHTS = ['green', 'amber', 'red'] as const;

/** Reads the shown verdict and the declared recipient from form fields. */
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
