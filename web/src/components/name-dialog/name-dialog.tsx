import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import { isNoticed } from '../../api/client.ts';
import { useErrorText } from '../../hooks/use-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { TextField } from '../field/text-field.tsx';
import { FormDialog } from '../modal/form-dialog.tsx';
import { useToast } from '../toast/toast.tsx';

type NameDialogProps = {
  title: string;
  text?: ReactNode;
  label: string;
  type?: HTMLInputTypeAttribute;
  hint?: string | undefined;
  /** Initial value of the field; it is selected, so that typing replaces it. */
  initial?: string;
  maxLength?: number;
  submitLabel: string;
  /** Validates a text that is not empty, before it is sent. Returns the error. */
  check?: (value: string) => string | undefined;
  /** Returns the part of an error that belongs to the field; other errors are shown in a toast. */
  fieldError?: (error: unknown) => string | undefined;
  /** Text of an error that does not belong to the field; the server's text by default. */
  errorText?: (error: unknown) => string;
  /** Kind of that toast; an error by default. */
  errorKind?: 'warning';
  /** Receives the trimmed text; the dialog closes when the promise resolves. */
  onSubmit: (value: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for one line of text: a name, or an address. */
export function NameDialog(props: NameDialogProps) {
  const { label, type, hint, initial = '', maxLength, check, fieldError, onSubmit, onClose } = props;
  const t = useT();
  const toast = useToast();
  const ownErrorText = useErrorText();
  const errorText = props.errorText ?? ownErrorText;
  const fields = useForm({ value: initial }, ({ value }) => {
    const error = value.trim() === '' ? t('field.required') : check?.(value.trim());
    return error === undefined ? {} : { value: error };
  });
  const { isBusy, submit } = useSubmit(
    async () => {
      await onSubmit(fields.values.value.trim());
      onClose();
    },
    (error) => {
      const ofField = fieldError?.(error);
      if (ofField !== undefined) {
        fields.setError('value', ofField);
      } else if (!isNoticed(error)) {
        toast({ kind: props.errorKind ?? 'error', text: errorText(error) });
      }
    },
  );
  return (
    <FormDialog
      size="small"
      title={props.title}
      text={props.text}
      submit={{ label: props.submitLabel }}
      isBusy={isBusy}
      onSubmit={() => {
        if (fields.validate()) {
          submit();
        }
      }}
      onClose={onClose}
    >
      <TextField
        {...fields.input('value')}
        label={label}
        type={type ?? 'text'}
        maxLength={maxLength}
        hint={hint}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  );
}
