import { type ReactNode, useEffect } from 'react';
import { AuthLayout } from '../../layouts/auth-layout.tsx';
import classes from './upgrade.module.css';

/** Layout of the payment pages: always in the light theme, dialogs included. */
export function UpgradeFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = 'light';
    return () => {
      delete dataset.theme;
    };
  }, []);
  return (
    <div className={classes.light} data-theme="light">
      <AuthLayout>{children}</AuthLayout>
    </div>
  );
}
