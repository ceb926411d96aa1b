import * as AlertDialog from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import classes from './modal.module.css';

export type ConfirmProps = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of an irreversible action; it is open while rendered. */
export function ConfirmContent(props: ConfirmProps) {
  const t = useT();
  return (
    <AlertDialog.Root open onOpenChange={props.onClose}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={classes.scrim}>
          <AlertDialog.Content className={classNames(classes.dialog, classes.small)}>
            <AlertDialog.Title className={classes.title}>{props.title}</AlertDialog.Title>
            <AlertDialog.Description className={classes.text}>{props.text}</AlertDialog.Description>
            <div className={classes.footer}>
              <AlertDialog.Cancel asChild>
                <Button>{props.cancelLabel ?? t('common.cancel')}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild>
                <Button variant={props.isDangerous ? 'danger' : 'primary'} onClick={props.onConfirm}>
                  {props.confirmLabel}
                </Button>
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
