import { type ReactNode, useLayoutEffect } from 'react';
import { useApi } from '../../api/provider.tsx';
import { AuthLayout } from '../../layouts/auth-layout.tsx';

/** Layout of the payment pages: always in the light theme, dialogs included. */
export function UpgradeFrame({ children }: { children: ReactNode }) {
  const { theme } = useApi();
  useLayoutEffect(() => theme.forceLight(), [theme]);
  return <AuthLayout>{children}</AuthLayout>;
}
