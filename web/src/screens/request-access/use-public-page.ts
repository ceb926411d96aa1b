import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { unlockToken } from '../../viewer/unlock-token.ts';

/** State of a scene's public page for this tab: none or loading, password required, or copying allowed. */
export type PublicPage = 'none' | 'locked' | 'copyable';

/** Checks whether the public page of a scene offers copies. */
export function usePublicPage(uuid: string): PublicPage {
  const { client } = useApi();
  const [page, setPage] = useState<PublicPage>('none');

  useEffect(() => {
    let isCurrent = true;
    const unlocked = unlockToken(uuid);
    // The token belongs to the tab and not to a user.
    const options = unlocked === null ? {} : { headers: { Authorization: `Bearer ${unlocked}` } };
    client.call('getPublicScene', { params: { uuid } }, options).then(
      ({ sharing }) => isCurrent && setPage(sharing.allowClone ? 'copyable' : 'none'),
      (error) =>
        isCurrent && setPage(error instanceof ApiError && error.code === 'scene.locked' ? 'locked' : 'none'),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, uuid]);

  return page;
}
