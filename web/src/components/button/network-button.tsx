import { useNetworkGuard } from '../../hooks/use-network-guard.ts';
import { Button, type ButtonProps } from './button.tsx';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

/**
 * A button whose action needs the server. While the server is unreachable it is disabled: its tooltip names the reason,
 * and so does a toast on a press. Enter in a field of its form counts as a press.
 */
export function NetworkButton(props: ButtonProps) {
  return <Button {...props} {...useRefusal()} />;
}

/** An icon button whose action needs the server. */
export function NetworkIconButton(props: IconButtonProps) {
  return <IconButton {...props} {...useRefusal()} />;
}

/** Props of a button without a connection. It is not `disabled`, so that the keyboard reaches it and its reason. */
function useRefusal() {
  const { reason, refuse } = useNetworkGuard();
  return reason === null ? {} : { 'aria-disabled': true, title: reason, onClick: refuse };
}
