import type { Version } from '@diorama/shared/contract/versions.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';

/** Loads the document of a version; an unchanged version is loaded once. */
export function useVersionDocument(version: Version | null): {
  document?: SceneDocument;
  error?: unknown;
  retry: () => void;
} {
  const { client } = useApi();
  const [state, setState] = useState<{ id: string; document?: SceneDocument; error?: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const id = version?.uuid;
  useEffect(() => {
    if (id === undefined) {
      return;
    }
    let isCurrent = attempt >= 0;
    setState(null);
    client.call('getVersionDocument', { params: { id } }).then(
      ({ document }) => isCurrent && setState({ id, document: readStored(document) }),
      (error: unknown) => isCurrent && setState({ id, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, id, attempt]);
  const { document, error } = state?.id === id ? (state ?? {}) : {};
  return { ...(document && { document }), error, retry: () => setAttempt((before) => before + 1) };
}
