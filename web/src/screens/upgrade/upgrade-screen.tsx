import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useUser } from '../../hooks/use-user.ts';

/** Leads an address that asks for a plan to the plans of that workspace, of which it marks the one. */
export function UpgradeScreen() {
  const path = usePath();
  const user = useUser();
  const { workspaces } = useApi();
  const { account = '', plan = '' } = useParams();
  const isTheirs = user?.accounts.some(({ uuid }) => uuid === account) ?? false;
  useEffect(() => {
    if (user !== null && isTheirs) {
      workspaces.choose(user.uuid, account);
    }
  }, [workspaces, user, isTheirs, account]);
  return (
    <Navigate replace to={path(`people-and-settings?${new URLSearchParams({ tab: 'billing', plan })}`)} />
  );
}
