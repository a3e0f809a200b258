type FilePickerProps = {
  accept: string;
  multiple?: boolean;
  /** Opens the camera if there is one. */
  capture?: 'environment';
  className?: string;
  onPick: (files: File[]) => void;
  children: React.ReactNode;
};

/** A native file input styled as a button. The same file can be chosen again. */
export function FilePicker({ className = '', onPick, children, ...input }: FilePickerProps) {
  const pick = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    onPick(Array.from(currentTarget.files ?? []));
    currentTarget.value = '';
  };
  return (
    <label
      className={`inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border border-line-strong bg-surface px-5 py-2 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 hover:bg-sunken ${className}`}
    >
      {children}
      <input {...input} type="file" className="sr-only" onChange={pick} />
    </label>
  );
}
