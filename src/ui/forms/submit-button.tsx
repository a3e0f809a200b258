import { Button } from '../button.tsx';
import { useFormState } from './form-field.tsx';

type SubmitButtonProps = { busy: string } & React.ComponentProps<typeof Button>;

/** Sends its form, once: while the answer is awaited it says so and cannot be pressed. */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  const state = useFormState();
  return (
    <Button kind="action" {...button} type="submit" disabled={state.busy}>
      <span aria-live="polite">{state.busy ? busy : children}</span>
    </Button>
  );
}
