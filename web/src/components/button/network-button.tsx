import { useIsOnline } from '../../hooks/use-is-online.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useToast } from '../toast/toast.tsx';
import { Button, type ButtonProps } from './button.tsx';

/**
 * A button whose action needs the server. While the server is unreachable it is disabled: its tooltip names the reason,
 * and so does a toast on a press. Enter in a field of its form counts as a press.
 */
export function NetworkButton({ onClick, ...props }: ButtonProps) {
  const t = useT();
  const toast = useToast();
  const isOnline = useIsOnline();
  if (isOnline) {
    return <Button {...props} onClick={onClick} />;
  }
  // Not `disabled`, so that the keyboard reaches the button and its reason.
  return (
    <Button
      {...props}
      aria-disabled
      title={t('offline.action')}
      onClick={(event) => {
        event.preventDefault();
        toast({ kind: 'error', text: t('offline.action') });
      }}
    />
  );
}
