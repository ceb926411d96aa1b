import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './button.module.css';
import type { ButtonLook } from './button.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> &
  Pick<ButtonLook, 'variant' | 'size'> & {
    /** Accessible name, shown as a hint on hover. */
    label: string;
    icon: ReactNode;
    /** Pressed state of a toggle button. */
    isPressed?: boolean;
    /** Position of the hint; `end` keeps it inside a right edge, `none` shows no hint. */
    tip?: 'center' | 'end' | 'none';
  };

/** A square button with an icon. */
export function IconButton({
  label,
  icon,
  isPressed,
  variant = 'ghost',
  size = 'default',
  tip = 'center',
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      {...props}
      aria-label={label}
      data-tip={label}
      className={classNames(
        classes.button,
        classes.square,
        classes[variant],
        classes[size],
        tip !== 'none' && classes.tip,
        tip === 'end' && classes.tipEnd,
        props.className,
      )}
    >
      {icon}
    </button>
  );
}
