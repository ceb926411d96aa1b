import { type ReactNode, useId } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { NetworkButton } from '../button/network-button.tsx';
import { Form } from '../field/form.tsx';
import { Modal } from './modal.tsx';
import type { ModalProps } from './modal-content.tsx';

type FormDialogProps = Pick<ModalProps, 'title' | 'text' | 'size' | 'onClose'> & {
  submit: { label: string; variant?: 'primary' | 'danger'; isDisabled?: boolean };
  isBusy?: boolean;
  /** Class of the form. */
  className?: string;
  onSubmit: () => void;
  children: ReactNode;
};

/** A modal dialog with a form, whose buttons are in the footer. */
export function FormDialog({ submit, isBusy, className, onSubmit, children, ...modal }: FormDialogProps) {
  const t = useT();
  const formId = useId();
  return (
    <Modal
      {...modal}
      footer={
        <>
          <Button onClick={modal.onClose}>{t('common.cancel')}</Button>
          <NetworkButton
            type="submit"
            form={formId}
            variant={submit.variant ?? 'primary'}
            disabled={submit.isDisabled}
            isLoading={isBusy}
          >
            {submit.label}
          </NetworkButton>
        </>
      }
    >
      <Form id={formId} className={className} onSubmit={onSubmit}>
        {children}
      </Form>
    </Modal>
  );
}
