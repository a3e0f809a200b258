/** A field that both the person and somebody else have changed: its label, and what is stored now. */
export type FieldChange = { field: string; value: string };

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Brings newer values into the fields that still hold what was stored before; fields that were edited keep what was typed.
 * @returns where the newer values differ from what was typed
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
    const shown = heldBy(field);
    if (shown === before[name]) setValue(field, stored);
    else if (stored !== before[name] && stored !== shown) changes.push({ field: labelOf(field), value: stored });
  }
  return changes;
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';
const labelOf = (field: Field) => field.labels?.[0]?.textContent ?? field.name;
const heldBy = (field: Field) => (isBox(field) ? (field.checked ? 'on' : '') : field.value);

function setValue(field: Field, value: string): void {
  if (isBox(field)) field.checked = value === 'on';
  else field.value = value;
}
