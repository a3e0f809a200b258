import { Button } from '../button.tsx';
import { useFormState } from './form-field.tsx';

type SubmitButtonProps = { busy: string } & React.ComponentProps<typeof Button>;

/** Submit button. While busy it shows the `busy` label and stays focusable; the form ignores further submits. */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  const state = useFormState();
  return (
    <Button kind="action" {...button} type="submit" aria-disabled={state.busy || undefined}>
      <span aria-live="polite">{state.busy ? busy : children}</span>
    </Button>
  );
}
