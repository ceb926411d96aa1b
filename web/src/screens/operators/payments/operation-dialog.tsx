import type { ReactNode } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Form } from '../../../components/field/form.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { useT } from '../../../hooks/use-language.tsx';

/** Dialog with fields for an operator's action. */
export function OperationDialog(props: {
  title: string;
  text: string;
  confirm: { label: string; variant: 'primary' | 'danger' };
  isBusy: boolean;
  children?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const say = useT();
  const { title, text, confirm, isBusy, children, onSubmit, onClose } = props;
  return (
    <Modal size="small" title={title} text={text} onClose={onClose}>
      <Form onSubmit={onSubmit} className="flex flex-col gap-5">
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <NetworkButton type="submit" variant={confirm.variant} isLoading={isBusy}>
            {confirm.label}
          </NetworkButton>
        </div>
      </Form>
    </Modal>
  );
}
