import * as AlertDialog from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { useNetworkGuard } from '../../hooks/use-network-guard.ts';
import { Button } from '../button/button.tsx';
import { NetworkButton } from '../button/network-button.tsx';
import { classNames } from '../class-names.ts';
import { Alert } from '../feedback/alert.tsx';
import classes from './modal.module.css';

type ConfirmProps = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** Whether the action works without a connection. */
  isLocal?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of an irreversible action; it is open while rendered. */
export function ConfirmContent(props: ConfirmProps) {
  const t = useT();
  const { reason } = useNetworkGuard();
  const ConfirmButton = props.isLocal ? Button : NetworkButton;
  return (
    <AlertDialog.Root open onOpenChange={props.onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={classes.scrim}>
          <AlertDialog.Content className={classNames(classes.dialog, classes.small)}>
            <AlertDialog.Title className={classes.title}>{props.title}</AlertDialog.Title>
            <AlertDialog.Description className={classes.text}>{props.text}</AlertDialog.Description>
            {reason !== null && !props.isLocal && <Alert kind="warning">{reason}</Alert>}
            <div className={classes.footer}>
              <AlertDialog.Cancel asChild>
                <Button>{props.cancelLabel ?? t('common.cancel')}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild>
                <ConfirmButton variant={props.isDangerous ? 'danger' : 'primary'} onClick={props.onConfirm}>
                  {props.confirmLabel}
                </ConfirmButton>
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
