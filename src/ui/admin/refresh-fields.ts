/** A conflict: label and stored value of a field that both this user and another one have changed. */
export type FieldChange = { field: string; value: string };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Updates the fields that still have their old stored value; edited fields stay unchanged.
 * @returns the edited fields whose new stored value differs
 */
export function refreshFields(
  form: HTMLFormElement,
  before: Record<string, string>,
  now: Record<string, string>,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [name, stored] of Object.entries(now)) {
    const field = form.elements.namedItem(name) as Field | null;
    if (!field || field.type === 'hidden') continue;
    const shown = fieldValue(field);
    if (shown === before[name]) setValue(field, stored);
    else if (stored !== before[name] && stored !== shown) changes.push({ field: labelOf(field), value: stored });
  }
  return changes;
}

const isCheckbox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const labelOf = (field: Field) => field.labels?.[0]?.textContent ?? field.name;
const fieldValue = (field: Field) => (isCheckbox(field) ? (field.checked ? 'on' : '') : field.value);

function setValue(field: Field, value: string): void {
  if (isCheckbox(field)) field.checked = value === 'on';
  else field.value = value;
}
