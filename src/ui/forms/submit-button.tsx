import { Button } from '../button.tsx';
import { useFormState } from './form-field.tsx';

type SubmitButtonProps = { busy: string } & React.ComponentProps<typeof Button>;

/** Sends its form. While the answer is awaited it says so; it keeps the focus meanwhile, and its form sends nothing more. */
export function SubmitButton({ busy, children, ...button }: SubmitButtonProps) {
  const state = useFormState();
  return (
    <Button kind="action" {...button} type="submit" aria-disabled={state.busy || undefined}>
      <span aria-live="polite">{state.busy ? busy : children}</span>
    </Button>
  );
}
