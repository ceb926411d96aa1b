import type { OperatorsOverview } from '@diorama/shared/contract/operators.ts';
import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { useGet } from '../../api/hooks.ts';
import { serverNow } from '../../api/server-time.ts';

const EVERY_MS = 5_000;

/** State of the installation, polled every five seconds while the page is visible. */
export function useOverview(): {
  overview: OperatorsOverview | undefined;
  error: ApiError | undefined;
  /** Time of the last answer, in milliseconds since 1970 by the server's clock. */
  updatedAt: number | null;
  reload: () => void;
} {
  const [updatedAt, setUpdatedAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const { data, error, mutate } = useGet(
    'getOperatorsOverview',
    {},
    {
      // A user who is no longer an operator is refused once, not every five seconds.
      refreshInterval: isRefused ? 0 : EVERY_MS,
      shouldRetryOnError: !isRefused,
      onSuccess: () => setUpdatedAt(serverNow()),
      onError: ({ status }) => setIsRefused(status === 401 || status === 403 || status === 404),
    },
  );
  const reload = () => {
    setIsRefused(false);
    // A failed request is stored as the hook's error.
    mutate().catch(() => undefined);
  };
  return { overview: data, error, updatedAt, reload };
}
