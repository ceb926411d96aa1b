import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { useT } from '../../hooks/use-language.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import classes from './modal.module.css';

export type ModalProps = {
  title: string;
  /** One or two sentences below the title. */
  text?: ReactNode;
  size?: 'small' | 'default' | 'large';
  onClose: () => void;
  /** The buttons; the main one last. */
  footer?: ReactNode;
  children?: ReactNode;
};

/** A modal dialog; it is open while rendered. */
export function ModalContent({ title, text, size = 'default', onClose, footer, children }: ModalProps) {
  const t = useT();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={classes.scrim}>
          <Dialog.Content
            className={classNames(classes.dialog, size !== 'default' && classes[size])}
            {...(text === undefined && { 'aria-describedby': undefined })}
          >
            <Dialog.Title className={classes.title}>{title}</Dialog.Title>
            {text !== undefined && <Dialog.Description className={classes.text}>{text}</Dialog.Description>}
            {children !== undefined && <div className={classes.body}>{children}</div>}
            {footer !== undefined && <div className={classes.footer}>{footer}</div>}
            <Dialog.Close asChild>
              <IconButton
                className={classes.close}
                label={t('common.close')}
                icon={<X size={16} aria-hidden="true" />}
              />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
