import { type ComponentProps, useEffect, useRef } from 'react';

/** A form with its own validation; after a failed submit the first invalid field has the focus. */
export function Form({
  onSubmit,
  ...props
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & { onSubmit: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    const firstWrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (isSubmitted.current && firstWrong) {
      isSubmitted.current = false;
      firstWrong.focus();
    }
  });
  return (
    <form
      {...props}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isSubmitted.current = true;
        onSubmit();
      }}
    />
  );
}
