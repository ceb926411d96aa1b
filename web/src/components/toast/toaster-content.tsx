import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useT } from '../../hooks/use-language.tsx';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import classes from './toast.module.css';
import type { Toast } from './toast.tsx';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };
/** Display time of a toast; longer with an action, so that it can be reached. */
const STAY_MS = { plain: 5_000, withAction: 10_000 };

/** Shows the toasts of the application in a corner. */
export function ToasterContent({
  toasts,
  onDismiss,
}: {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
}) {
  const t = useT();
  return (
    <Radix.Provider swipeDirection="right" label={t('common.notifications')}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
      <Radix.Viewport className={classes.viewport} label={`${t('common.notifications')} ({hotkey})`} />
    </Radix.Provider>
  );
}

function ToastLine({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const t = useT();
  const Icon = ICONS[toast.kind];
  const { action } = toast;
  return (
    <Radix.Root
      className={classes.toast}
      type={toast.kind === 'error' ? 'foreground' : 'background'}
      duration={action === undefined ? STAY_MS.plain : STAY_MS.withAction}
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          onDismiss();
        }
      }}
    >
      <Icon size={16} aria-hidden="true" className={classes.icon} data-kind={toast.kind} />
      <Radix.Description className="min-w-0 flex-1 px-0 py-1 wrap-anywhere">{toast.text}</Radix.Description>
      <div className="flex shrink-0 items-center gap-1">
        {action && (
          <Radix.Action asChild altText={action.label}>
            <Button variant="ghost" onClick={action.onSelect}>
              {action.label}
            </Button>
          </Radix.Action>
        )}
        <Radix.Close asChild>
          <IconButton label={t('common.dismiss')} icon={<X size={16} aria-hidden="true" />} />
        </Radix.Close>
      </div>
    </Radix.Root>
  );
}
