import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { useUser } from '../../hooks/use-user.ts';

/** Switches to the workspace named in the address, as in links of mails, if the user is a member. */
export function useLinkedWorkspace(): void {
  const { workspaces } = useApi();
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('workspace');
  const known = user?.accounts.find(({ uuid }) => uuid === asked);
  useEffect(() => {
    if (asked === null || user === null) {
      return;
    }
    if (known) {
      workspaces.choose(user.uuid, known.uuid);
    }
    setQuery(
      (before) => {
        before.delete('workspace');
        return before;
      },
      { replace: true },
    );
  }, [asked, known, user, workspaces, setQuery]);
}
