import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import classes from './button.module.css';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'large' | 'default' | 'small';
  isWide?: boolean;
};

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: ReactNode;
    /** Shows a spinner in place of the label and ignores presses; the width stays. */
    isLoading?: boolean;
  };

/** A button with a label. It submits no form unless its `type` is `submit`. */
export function Button({ variant, size, isWide, icon, isLoading = false, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled === true || isLoading}
      aria-busy={isLoading || undefined}
      data-loading={isLoading || undefined}
      className={classNames(buttonClass({ variant, size, isWide }), props.className)}
    >
      {isLoading ? (
        <>
          <span className={classes.hiddenLabel}>{children}</span>
          <span className={classes.spinner}>
            <Spinner />
          </span>
        </>
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </button>
  );
}

/** A link of the application that looks like a button. */
export function ButtonLink({
  variant,
  size,
  isWide,
  icon,
  children,
  ...props
}: ComponentProps<typeof Link> & ButtonLook & { icon?: ReactNode }) {
  return (
    <Link {...props} className={classNames(buttonClass({ variant, size, isWide }), props.className)}>
      {icon}
      {children}
    </Link>
  );
}

/** A link to an address outside of the application that looks like a button. */
export function ButtonAnchor({
  variant,
  size,
  isWide,
  icon,
  children,
  ...props
}: ComponentProps<'a'> & ButtonLook & { icon?: ReactNode }) {
  return (
    <a {...props} className={classNames(buttonClass({ variant, size, isWide }), props.className)}>
      {icon}
      {children}
    </a>
  );
}

function buttonClass({
  variant = 'secondary',
  size = 'default',
  isWide,
}: { [Key in keyof ButtonLook]: ButtonLook[Key] | undefined }): string {
  return classNames(classes.button, classes[variant], classes[size], isWide && classes.wide);
}
