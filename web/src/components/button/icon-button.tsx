import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { tooltip } from '../tooltip/tooltip-layer.tsx';
import classes from './button.module.css';
import type { ButtonLook } from './button.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> &
  Pick<ButtonLook, 'variant' | 'size'> & {
    /** Accessible name, shown as a tooltip. */
    label: string;
    icon: ReactNode;
    /** Pressed state of a toggle button. */
    isPressed?: boolean;
  };

/** A square button with an icon. */
export function IconButton({
  label,
  icon,
  isPressed,
  variant = 'ghost',
  size = 'default',
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      {...props}
      aria-label={label}
      {...tooltip(label)}
      className={classNames(classes.button, classes.square, classes[variant], classes[size], props.className)}
    >
      {icon}
    </button>
  );
}
