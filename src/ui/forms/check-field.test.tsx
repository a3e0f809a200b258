import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../tests/support/messages/markup.tsx';
import { CheckField } from './check-field.tsx';
import { FormContext } from './fields.tsx';

const render = (problems: Record<string, string>) =>
  renderToStaticMarkup(
    <FormContext value={{ problems, values: {}, busy: false }}>
      <CheckField name="understood" label="I understand" />
    </FormContext>,
  );

test('an unchecked required checkbox references its problem', () => {
  const html = render({ understood: 'Tick this' });
  const [, described] = /<input[^>]*aria-invalid="true"[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<p id="${described}"[^>]*>.*Tick this</p>`));
  expect(render({ other: 'Tick this' })).not.toMatch(/aria-|Tick/);
});
